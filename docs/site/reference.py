"""Makes the pages of the reference from the declarations of the headers and their comments.

A page for each header: its manual, then its sections in order.  A function is a heading with its declaration, its parameters and
what its comment says; types, macros and enums stand as the header has them.  Names are linked to where they are declared, rules to
the rule book.
"""
import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import list_names  # noqa: E402

BANNER = re.compile(r"/\* -+ >>([\w-]+) -- \*/$")
MARKS = re.compile(r"\b(?:CUCORE_API|CUCORE_NODISCARD|CUCORE_PRINTF\([^)]*\)|static inline|CUCORE__KERNEL_INLINE)\s+")
NAME = re.compile(r"\bcucore\w*\.h\b|\bcucore_\w+|\bCUCORE_\w+")
RULE = re.compile(r"\b([ABCDPTX]\d{1,3})\b")
PARAMETER = re.compile(r"^ {1,3}(?P<names>\*?\w+(?:, \*?\w+)*(?:, \.\.\.)?) {1,}(?P<way>in/out|in|out) {1,}(?P<text>.*)$")


def declared_part(text):
    """What users read of a header: up to its implementation."""
    begin, end = (re.search(mark, text, re.M) for mark in (r"^#ifndef CUCORE_\w*H\n#define CUCORE_\w*H\n", r"^/\* -+ end of the declarations"))
    late = re.findall(r"^(/\* -+ >>(?!impl-)[\w-]+ -- \*/\n.*?)^CUCORE_END", text[end.start():], re.M | re.S)  # need another header
    text = text[begin.end():end.start()] + "".join(late)
    text = re.sub(r"^#if (?:CUCORE_VERSION != \d+|defined\(CUCORE_NO_[^\n]*)\n#error[^\n]*\n#endif\n", "", text, flags=re.M)
    text = list_names.LINKED.sub("", list_names.COMPAT.sub("", text))
    return re.sub(r'^CUCORE_(?:_KERNEL_)?(BEGIN|END)\n|^#ifdef __cplusplus\n(extern "C" \{|\})\n#endif\n', "", text, flags=re.M)


def comment_lines(comment):
    """The lines of a comment without its frame."""
    lines = comment[2:-2].split("\n")
    return [lines[0].strip()] + [re.sub(r"^ \*( |$)", "", line).rstrip() for line in lines[1:]]


def pieces_of(text):
    """The declarations of C text, one at a time: a comment, a line of the preprocessor with what continues it, a blank line, or
    anything up to the ';' or the '}' that ends it."""
    lines = iter(text.split("\n"))
    for line in lines:
        piece = [line]
        if line.startswith("/*"):
            while not piece[-1].rstrip().endswith("*/"):
                piece.append(next(lines))
        elif line.startswith("#"):
            while piece[-1].endswith("\\"):
                piece.append(next(lines))
        elif line.strip():
            while "\n".join(piece).count("{") > "\n".join(piece).count("}") or not re.search(r"[;}]\s*(/\*.*\*/)?$", piece[-1]):
                piece.append(next(lines))
        yield "\n".join(piece)


def parts_of(header):
    """What a header declares, in its order: ("section", name), ("function", comment, name, declaration), ("code", text)."""
    section, plain, comment, code = "", [], "", []
    for piece in pieces_of(declared_part((ROOT / header).read_text())):
        banner, is_function = BANNER.match(piece), re.match(r"(CUCORE_API|static inline|CUCORE__KERNEL_INLINE)\b", piece)
        name = is_function and re.search(r"\b(cucore_\w+)\s*\(", piece)
        if banner or is_function:
            if "\n".join(code).strip():
                yield "code", "\n".join(code)
            code = []
        if banner:
            section, comment = banner.group(1), ""
            if section != "kernel-device":
                yield "section", section
        elif section.startswith("impl-") or section == "kernel-device":  # nothing there is for users
            continue
        elif name and list_names.is_public(name.group(1)):
            declaration = re.sub(r"\s*\n\s*", " ", MARKS.sub("", piece.split("{")[0].split(";")[0])).strip() + ";"
            yield "function", comment, name.group(1), declaration
        elif not is_function:
            if comment and comment not in code and not piece.startswith("/*") and piece.strip():
                code.append(comment)
            if piece.startswith("/*"):
                comment = piece
                continue
            code.append(piece)
            comment = "" if piece.strip() else comment
    if "\n".join(code).strip():
        yield "code", "\n".join(code)


class Pages:
    """The pages of all headers, with links between them."""

    def __init__(self):
        self.parts = {header: list(parts_of(header)) for header in list_names.HEADERS}
        self.where, self.without = {}, []
        for header, rows in list_names.read_all().items():
            for _, _, name, _ in rows:
                self.where.setdefault(name, self.page_of(header))
        for header, parts in self.parts.items():  # cucore_py_copy is declared in two headers, and is on the page of one
            self.where.update({part[2]: self.page_of(header) for part in parts if part[0] == "function"})
        self.rules = set(re.findall(r"^(?:- \*\*|\| \*{0,2})([ABCDPTX]\d+)", (ROOT / "docs" / "dev" / "protocols.md").read_text(), re.M))

    @staticmethod
    def page_of(header):
        return header.replace(".h", ".md")

    def linked(self, text, here=""):
        """Escaped text in which names and rules are links."""
        def name(found):
            word = found.group(0)
            if word.endswith(".h"):
                return f'<a href="../{word[:-2]}/"><code>{word}</code></a>' if word in list_names.HEADERS else f"<code>{word}</code>"
            return f'<a href="../{self.where[word][:-3]}/#{word}"><code>{word}</code></a>' if word in self.where and word != here \
                else f"<code>{word}</code>"

        def rule(found):
            return f'<a href="../../dev/protocols/#{found.group(1)}">{found.group(1)}</a>' if found.group(1) in self.rules else found.group(1)
        return NAME.sub(name, RULE.sub(rule, re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))))

    def comment(self, comment, names):
        """A comment as a table of parameters and paragraphs."""
        first, parameters, paragraphs = [], [], []
        for line in comment_lines(comment):
            parameter = PARAMETER.match(line)
            head = re.match(r"^(?:\*?cucore_\w+|CUCORE_\w+)(?:, ?\*?\w+)* - ", line)
            if parameter:
                parameters.append([parameter["names"], parameter["way"], parameter["text"]])
            elif parameters and not paragraphs and re.match(r" {8,}\S", line):
                parameters[-1][2] += " " + line.strip()
            elif head:
                first.append(line[head.end():] if any(name in line[:head.end()] for name in names) else line)
            elif line.strip().startswith("->"):
                paragraphs.append("Returns " + line.strip()[2:].strip())
            elif not line.strip():
                paragraphs.append("")
            elif paragraphs and paragraphs[-1] and not (re.match(r" {1,3}\S", line) and paragraphs[-1].endswith((".", ")", "fine"))):
                paragraphs[-1] += " " + line.strip()
            elif first and not paragraphs and not parameters and not re.match(r" {3}\S", line):
                first.append(line.strip())
            else:
                paragraphs.append(line.strip())
        out = ["<p>" + self.linked(" ".join(first)) + "</p>"] if first else []
        if parameters:
            out.append("<table><thead><tr><th>parameter</th><th></th><th></th></tr></thead><tbody>")
            out += [f"<tr><td><code>{name}</code></td><td>{way}</td><td>{self.linked(text)}</td></tr>" for name, way, text in parameters]
            out.append("</tbody></table>")
        out += ["<p>" + re.sub("^Returns ", "<strong>Returns</strong> ", self.linked(text)) + "</p>" for text in paragraphs if text]
        return "\n".join(out)

    def manual(self, header):
        """The comment at the top of a header: its first words, then its sections as they stand."""
        text = (ROOT / header).read_text()
        later = re.search(r"^/\* core/manual\.h: .*?\*/", text, re.S | re.M)  # cucore.h has it after the declarations
        top = "\n".join(comment_lines(text[:text.index("*/") + 2]))
        top = re.sub(r"^CONTENTS.*?(?=^>>|\Z)", "", top, flags=re.S | re.M)
        top += "\n" + "\n".join(comment_lines(later.group())[2:]) if later else ""
        pieces = re.split(r"^>>([\w-]+)\n", top, flags=re.M)
        title, _, rest = pieces[0].partition("\n")
        about = re.search(r" - v[\d.]+ - (.*?) - SPDX", title).group(1)
        out = [f"# {header}", "", about[0].upper() + about[1:] + ".", ""]
        intro = [block for block in re.split(r"\n\s*\n", rest) if block.strip() and not block.startswith("Made from")]
        out += [("```c\n" + block + "\n```" if block.startswith("    ") else self.linked(" ".join(block.split()))) + "\n" for block in intro]
        for name, body in zip(pieces[1::2], pieces[2::2]):
            out += ["## " + name.removeprefix("py-").removeprefix("copy-").capitalize().replace("Api", "API"), "", self.labelled(body)]
        return out

    def labelled(self, body):
        """Text with labels at its left edge as a list of definitions, tables in it as they stand; anything else as it stands."""
        rows = []
        for line in body.rstrip().split("\n"):
            found = re.match(r"^ {4}([A-Z].{0,11}?) {2,}(\S.*)$", line)
            if found:
                rows.append((found.group(1), [found.group(2)]))
            elif rows and line.startswith(" " * 16):
                rows[-1][1].append(line[17:])
            elif line.strip():
                return "```text\n" + body.strip("\n") + "\n```\n"
        return "<dl>\n" + "\n".join(f"<dt>{label}</dt><dd>{self.with_tables(lines)}</dd>" for label, lines in rows) + "\n</dl>\n"

    def with_tables(self, lines):
        """Lines of text flow together; those with columns, and those deeper than the text, stand as they are."""
        out = []
        for line in lines:
            table = bool(re.search(r"[^.:;?! ] {2,}\S", line)) or (bool(out) and out[-1][0] and line.startswith("    "))
            if out and out[-1][0] == table:
                out[-1][1].append(line)
            else:
                out.append((table, [line]))
        return "".join(f"<pre>{html.escape(chr(10).join(group))}</pre>" if table else self.linked(" ".join(group)) for table, group in out)

    def page(self, header):
        """The text of one page."""
        out, open_comment = self.manual(header), None
        unplaced = [name for kind, _, name, _ in list_names.read_all()[header] if kind != "function"]
        for part in self.parts[header]:
            if part[0] == "section":
                if part[1].endswith("rules") or part[1] == "manual":  # the rule book has them, and why; the manual comes first
                    continue
                out += ["", f"## {part[1].removeprefix('py-')}", ""]
            elif part[0] == "code":
                here = [name for name in unplaced if declares(part[1], name) or name in listed(part[1])]
                unplaced = [name for name in unplaced if name not in here]
                out += ["".join(f'<span id="{name}"></span>' for name in here), "",
                        "```c", part[1].strip("\n"), "```", ""]
            else:
                _, comment, name, declaration = part
                out += ["", f"### {name} {{ #{name} }}", "", "```c", declaration, "```", ""]
                if not comment and open_comment is None:
                    self.without.append(name)
                text = comment or open_comment
                out += [self.comment(text, [name]) if text else "", ""]
            open_comment = part[1] if part[0] == "function" and part[1] else open_comment if part[0] == "function" else None
        return "\n".join(out) + "\n"


def declares(text, name):
    """Is this where the name is declared, not only used?"""
    return re.search(rf"#\s*define {name}\b|\}} {name};|typedef [^;]*\b{name}\)?\s*[;(]|(?:struct|enum|union) {name}\b|^\s*{name}\b", text, re.M) is not None


def listed(text):
    """The enumerators that a list of rows makes: CUCORE_STATUS_LIST has X(OK, ...)."""
    return {f"{prefix}_{row}" for name, rows in re.findall(r"#define (CUCORE_\w+)_LIST\(X\)((?:[^\\\n]|\\\n|\\.)*)", text)
            for row in re.findall(r"\bX\((\w+),", rows) for prefix in (name, name + "_ID", "CUCORE")}


def write(folder):
    """Writes all pages -> name: its page.  A function without a comment is an error."""
    pages = Pages()
    folder.mkdir(parents=True, exist_ok=True)
    for header in list_names.HEADERS:
        (folder / pages.page_of(header)).write_text(pages.page(header))
    missing = sorted(set(list_names.functions()) - {part[2] for rows in pages.parts.values() for part in rows if part[0] == "function"})
    if missing or pages.without:
        raise SystemExit(f"functions that the reference lacks: {missing}; without a comment: {pages.without}")
    return pages.where


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
