package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Table;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.McpClient;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A command that lists what a server has of one kind, or tells all about one of them.
 *
 * @param <T> the kind
 */
abstract class ListingCommand<T> extends CallingCommand {
    private final String kind;
    private final Function<T, String> nameOf;

    /** {@code kind} is the word for one of them, which has an s for more, in methods and results too. */
    ListingCommand(String kind, Function<T, String> nameOf) {
        this.kind = kind;
        this.nameOf = nameOf;
    }

    @Override
    final void checkWords(List<String> rest) {
        atMost(1, rest, kind + "s takes a server and the name of a " + kind + ".");
    }

    @Override
    final int run(Session session, List<String> rest) {
        List<T> all = all(session.client());
        String items = kind + "s";
        Wiretap wiretap = session.wiretap();
        Screen screen = session.screen();
        if (rest.isEmpty()) {
            session.show(() -> wiretap.list(items + "/list", items), () -> table(all)
                    .print(screen, () -> screen.note("The server has no " + items + ".")));
        } else {
            T one = Named.find(kind, rest.get(0), all, nameOf);
            session.show(() -> wiretap.named(items + "/list", items, nameOf.apply(one)), () -> print(screen, one));
        }
        return ExitCode.OK;
    }

    abstract List<T> all(McpClient client);

    abstract Table table(List<T> all);

    abstract void print(Screen screen, T one);

    static void heading(Screen screen, String name, @Nullable String title, @Nullable String description) {
        screen.line(screen.bold(Visible.line(name)) + (title == null ? "" : "  " + Visible.line(title)));
        if (description != null) {
            screen.paragraph(Visible.text(description), "  ");
        }
    }

    static void arguments(Screen screen, Table table) {
        table.print(screen, () -> screen.line("It takes no arguments."));
    }
}
