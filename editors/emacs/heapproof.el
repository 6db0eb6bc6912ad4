;;; heapproof.el --- heapproof in Emacs, with eglot  -*- lexical-binding: t -*-
;; SPDX-License-Identifier: MIT
;; Emacs 29 has eglot; for Emacs 28 it is in the package elpa-eglot.

;;; Code:
(require 'eglot)

(defcustom heapproof-command '("heapproof" "lsp")
  "What to run as the language server of C files."
  :type '(repeat string)
  :group 'eglot)

(add-to-list 'eglot-server-programs `((c-mode c-ts-mode) . ,heapproof-command))
(add-hook 'c-mode-hook #'eglot-ensure)
(add-hook 'c-ts-mode-hook #'eglot-ensure)

(provide 'heapproof)
;;; heapproof.el ends here
