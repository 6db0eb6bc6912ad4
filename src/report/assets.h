// SPDX-License-Identifier: MIT
// The fixed parts of the HTML report, made by tools/page.py from the files of src/report/html when heapproof is built.  The page allows this one script and this one
// style, by their hashes, and nothing else: no other script, no address to load from.
#ifndef HP_REPORT_ASSETS_H
#define HP_REPORT_ASSETS_H

extern const char report_page_head[];    // up to what is shown without a script
extern const char report_page_middle[];  // up to the data
extern const char report_page_tail[];    // behind it
#endif
