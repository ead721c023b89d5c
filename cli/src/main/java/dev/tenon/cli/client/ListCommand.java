package dev.tenon.cli.client;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.cli.terminal.TextTable;
import dev.tenon.client.McpClient;
import dev.tenon.client.PagedItems;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A command that lists the items of one kind, or shows the details of one item.
 *
 * @param <T> the type of the items
 */
abstract class ListCommand<T> extends ClientCommand {
    private final String kind;
    private final Function<T, String> nameOf;
    private final Function<McpClient, PagedItems<T>> fetch;

    /**
     * Creates the command. {@code kind} is the singular noun; an appended s forms the plural, also in method and member
     * names.
     */
    ListCommand(String kind, Function<T, String> nameOf, Function<McpClient, PagedItems<T>> fetch) {
        this.kind = kind;
        this.nameOf = nameOf;
        this.fetch = fetch;
    }

    @Override
    final void checkArguments(List<String> rest) {
        requireAtMost(1, rest, kind + "s accepts a server and one " + kind + " name.");
    }

    @Override
    final int run(CommandSession session, List<String> rest) {
        List<T> all = fetch.apply(session.client()).toList();
        String items = kind + "s";
        RawResultRecorder recorder = session.recorder();
        TerminalOutput screen = session.screen();
        if (rest.isEmpty()) {
            session.printResult(() -> recorder.takeMergedPages(items + "/list", items), () -> createTable(all)
                    .print(screen, () -> screen.printNote("The server has no " + items + ".")));
        } else {
            T one = requireItem(kind, rest.get(0), all, nameOf);
            session.printResult(
                    () -> recorder.takeItem(items + "/list", items, nameOf.apply(one)),
                    () -> printDetails(screen, one));
        }
        return ExitCode.OK;
    }

    abstract TextTable createTable(List<T> all);

    abstract void printDetails(TerminalOutput screen, T one);

    static void printHeading(TerminalOutput screen, String name, @Nullable String title, @Nullable String description) {
        screen.printLine(screen.bold(TextEscaper.escapeLine(name))
                + (title == null ? "" : "  " + TextEscaper.escapeLine(title)));
        if (description != null) {
            screen.printParagraph(TextEscaper.escapeText(description), "  ");
        }
    }

    static void printArguments(TerminalOutput screen, TextTable table) {
        table.print(screen, () -> screen.printLine("No arguments."));
    }
}
