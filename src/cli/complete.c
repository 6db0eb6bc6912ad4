// SPDX-License-Identifier: MIT
#include "cli/complete.h"

#include <string.h>

#include "cli/options.h"
#include "cli/table.h"
#include "ir/rules.h"

static bool is_choice(const struct cli_option *row) {
    return row->kind == CLI_CHOICE || row->kind == CLI_FORMAT;
}

// Is the argument the name of a file or folder?
static bool is_path(const struct cli_option *row) {
    static const char *const paths[] = {"PATH", "DIR", "FILE"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strcmp(row->argument, paths[i]) == 0) return true;
    return false;
}

static void words(struct buf *out, const char *const *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) buf_printf(out, "%s%s", i ? " " : "", at[i]);
}

static void add_rules(struct buf *out) {
    for (uint32_t i = 0; i < IR_N_RULES; i++) buf_printf(out, "%s%s", i ? " " : "", ir_rules[i].text);
}

static void choices(struct buf *out, const struct cli_option *row) {
    for (const char *s = row->spec; *s; s++) buf_char(out, *s == '|' ? ' ' : *s);
}

// What an option does, up to the first explanation, in single quotes; the characters in `special` get a backslash.
static void describe(struct buf *out, const char *help, const char *special) {
    size_t n = strcspn(help, ";(");
    const char *colon = strstr(help, ": ");
    if (colon && (size_t)(colon - help) < n && colon - help > 20) n = (size_t)(colon - help);
    while (n && help[n - 1] == ' ') n--;
    for (size_t i = 0; i < n; i++) {
        if (help[i] == '\'')
            buf_str(out, "'\\''");
        else
            buf_printf(out, "%s%c", strchr(special, help[i]) ? "\\" : "", help[i]);
    }
}

// ---- bash ------------------------------------------------------------------------------------------------------------------------------

static void bash_options(struct buf *out, uint32_t command) {
    buf_printf(out, "    %s) options=\"", cli_commands[command]);
    for (unsigned i = 0; i < cli_table_size; i++)
        if (!cli_table[i].group && cli_table[i].commands >> command & 1)
            buf_printf(out, "%s%s%s ", cli_table[i].names[0], *cli_table[i].names[1] ? " " : "", cli_table[i].names[1]);
    buf_str(out, "\" ;;\n");
}

static void bash_argument(struct buf *out, const struct cli_option *row) {
    if (row->group || (!is_choice(row) && !is_path(row))) return;
    buf_printf(out, "    %s%s%s) COMPREPLY=($(compgen ", row->names[0], *row->names[1] ? "|" : "", row->names[1]);
    if (is_choice(row)) {
        buf_str(out, "-W \"");
        choices(out, row);
        buf_str(out, "\"");
    } else {
        buf_str(out, strcmp(row->argument, "DIR") == 0 ? "-d" : "-f");
    }
    buf_str(out, " -- \"$current\")); return ;;\n");
}

static void complete_bash(struct buf *out) {
    buf_str(out,
            "# bash completion for heapproof: source it, or put it into bash-completion's folder as \"heapproof\"\n"
            "_heapproof() {\n"
            "    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\" command=check options word\n"
            "    COMPREPLY=()\n"
            "    # \"--option=value\" is three words\n"
            "    [[ $current == = ]] && current=\n"
            "    [[ $previous == = && $COMP_CWORD -gt 1 ]] && previous=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
            "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
            "        case \" ");
    words(out, cli_commands, CLI_N_COMMANDS);
    buf_str(out, " \" in *\" $word \"*) command=$word; break ;; esac\n    done\n    case $previous in\n");
    for (unsigned i = 0; i < cli_table_size; i++) bash_argument(out, &cli_table[i]);
    buf_str(out, "    esac\n    case $command in\n");
    for (uint32_t i = 0; i < CLI_N_COMMANDS; i++) bash_options(out, i);
    buf_str(out,
            "    esac\n    if [[ $current == -* ]]; then\n        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
            "    elif [[ $command == explain ]]; then\n        COMPREPLY=($(compgen -W \"");
    add_rules(out);
    buf_str(out,
            "\" -- \"$current\"))\n    elif [[ $command == completion ]]; then\n        COMPREPLY=($(compgen -W \"bash zsh fish\" -- "
            "\"$current\"))\n"
            "    else\n        COMPREPLY=($(compgen -f -- \"$current\"))\n"
            "        [[ $COMP_CWORD -eq 1 ]] && COMPREPLY+=($(compgen -W \"");
    words(out, cli_commands, CLI_N_COMMANDS);
    buf_str(out, "\" -- \"$current\"))\n    fi\n}\ncomplete -o filenames -F _heapproof heapproof\n");
}

// ---- zsh -------------------------------------------------------------------------------------------------------------------------------

static void zsh_option(struct buf *out, const struct cli_option *row, const char *name) {
    size_t n = strlen(name);
    bool attached = n > 2 && name[1] == '-', equal = name[n - 1] == '=';
    buf_printf(out, "        '%s%.*s%s[", row->kind == CLI_FLAG ? "" : "*", (int)(equal ? n - 1 : n), name,
               row->kind == CLI_FLAG ? ""
               : attached || equal   ? "="
                                     : "+");
    describe(out, row->help, "[]:\\");
    buf_char(out, ']');
    if (row->kind != CLI_FLAG) {
        buf_str(out, ":");
        describe(out, row->argument, "[]:\\");
        buf_str(out, ":");
    }
    if (is_choice(row)) {
        buf_char(out, '(');
        choices(out, row);
        buf_char(out, ')');
    } else if (is_path(row)) {
        buf_str(out, strcmp(row->argument, "DIR") == 0 ? "_files -/" : "_files");
    }
    buf_str(out, "'\n");
}

static void complete_zsh(struct buf *out) {
    buf_str(out,
            "#compdef heapproof\n# zsh completion for heapproof: a file \"_heapproof\" in a folder of $fpath\n"
            "_heapproof() {\n    local command=check word\n    local -a options\n    for word in $words[2,CURRENT-1]; do\n        case "
            "$word in ");
    for (uint32_t i = 0; i < CLI_N_COMMANDS; i++) buf_printf(out, "%s%s", i ? "|" : "", cli_commands[i]);
    buf_str(out, ") command=$word; break ;; esac\n    done\n");
    for (uint32_t command = 0; command < CLI_N_COMMANDS; command++) {
        buf_printf(out, "    [[ $command == %s ]] && options=(\n", cli_commands[command]);
        for (unsigned i = 0; i < cli_table_size; i++)
            for (unsigned k = 0; k < 2; k++)
                if (cli_table[i].commands >> command & 1 && *cli_table[i].names[k]) zsh_option(out, &cli_table[i], cli_table[i].names[k]);
        buf_str(out, "    )\n");
    }
    buf_str(out, "    local -a first rest\n    first=(");
    words(out, cli_commands, CLI_N_COMMANDS);
    buf_str(out, ")\n    case $command in\n    explain) rest=(");
    add_rules(out);
    buf_str(out,
            ") ;;\n    completion) rest=(bash zsh fish) ;;\n    esac\n"
            "    if (( $#rest && CURRENT > 2 )) && [[ $words[CURRENT] != -* ]]; then\n        compadd -a rest\n        return\n    fi\n"
            "    _arguments -S $options '1: :{ compadd -a first; _files }' '*: :_files'\n}\n"
            "_heapproof \"$@\"\n");
}

// ---- fish ------------------------------------------------------------------------------------------------------------------------------

static void fish_name(struct buf *out, const char *name) {
    size_t n = strlen(name);
    if (n > 2 && name[1] == '-')
        buf_printf(out, " -l %s", name + 2);
    else
        buf_printf(out, " -%c %.*s", n == 2 ? 's' : 'o', (int)(name[n - 1] == '=' ? n - 2 : n - 1), name + 1);
}

static void fish_option(struct buf *out, const struct cli_option *row) {
    if (row->group) return;
    buf_str(out, "complete -c heapproof -n '__heapproof_is");
    for (uint32_t i = 0; i < CLI_N_COMMANDS; i++)
        if (row->commands >> i & 1) buf_printf(out, " %s", cli_commands[i]);
    buf_char(out, '\'');
    for (unsigned k = 0; k < 2; k++)
        if (*row->names[k]) fish_name(out, row->names[k]);
    if (is_choice(row)) {
        buf_str(out, " -x -a '");
        choices(out, row);
        buf_char(out, '\'');
    } else if (row->kind != CLI_FLAG) {
        buf_str(out, is_path(row) ? " -r" : " -x");
    }
    buf_str(out, " -d '");
    describe(out, row->help, "\\");
    buf_str(out, "'\n");
}

static void complete_fish(struct buf *out) {
    buf_str(out,
            "# fish completion for heapproof: ~/.config/fish/completions/heapproof.fish\n"
            "function __heapproof_is\n    set -l command check\n    for word in (commandline -opc)[2..]\n        if contains -- $word ");
    words(out, cli_commands, CLI_N_COMMANDS);
    buf_str(out,
            "\n            set command $word\n            break\n        end\n    end\n    contains -- $command $argv\nend\n"
            "complete -c heapproof -n __fish_use_subcommand -a '");
    words(out, cli_commands, CLI_N_COMMANDS);
    buf_str(out, "'\ncomplete -c heapproof -n '__heapproof_is explain' -f -a '");
    add_rules(out);
    buf_str(out, "'\ncomplete -c heapproof -n '__heapproof_is completion' -f -a 'bash zsh fish'\n");
    for (unsigned i = 0; i < cli_table_size; i++) fish_option(out, &cli_table[i]);
}

bool cli_complete(const char *shell, struct buf *out) {
    static const struct {
        const char *name;
        void (*write)(struct buf *out);
    } shells[] = {{"bash", complete_bash}, {"zsh", complete_zsh}, {"fish", complete_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shell, shells[i].name) == 0) return shells[i].write(out), true;
    return false;
}
