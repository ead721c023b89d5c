package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClientException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that calls a server: knows which one, connects to it, and tells what went wrong. */
abstract class CallingCommand implements Callable<Integer> {
    @Mixin
    ServerOptions server = new ServerOptions();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Parameters(arity = "0..*", hidden = true)
    List<String> words = List.of();

    @Spec
    @Nullable CommandSpec spec;

    private final Start start;

    /**
     * How the command was started.
     *
     * @param command the command of the server, behind {@code --}; empty when there was none
     * @param version of this program
     */
    record Start(List<String> command, String version) {}

    CallingCommand(Start start) {
        this.start = start;
    }

    @Override
    public Integer call() {
        CommandSpec known = Objects.requireNonNull(spec);
        Screen screen =
                Screen.of(known.commandLine().getOut(), known.commandLine().getErr());
        if (start.command().isEmpty() && words.isEmpty()) {
            throw Targets.missing();
        }
        String url = start.command().isEmpty() ? words.get(0) : "";
        List<String> rest = start.command().isEmpty() ? words.subList(1, words.size()) : words;
        checkWords(rest);
        return run(url, rest, screen);
    }

    private int run(String url, List<String> rest, Screen screen) {
        String target = start.command().isEmpty() ? url : start.command().get(0);
        TraceLines trace = new TraceLines(screen);
        LastWords words = new LastWords(server.trace ? trace::error : line -> {});
        Session.Wishes wishes = new Session.Wishes(
                server,
                builder -> asked(builder, screen),
                listener(screen),
                start.version(),
                isInteractive(screen),
                trace,
                words);
        try (Session session = Session.open(start.command(), url, screen, wishes)) {
            return run(session, rest);
        } catch (McpClientException e) {
            throw Failures.of(e, target, words);
        }
    }

    /** At most so many words; the names of the words for the message. */
    static void atMost(int most, List<String> words, String what) {
        if (words.size() > most) {
            throw FailureException.misused("'" + words.get(most) + "' is too much: " + what
                    + " The command of a server stands behind --, as the last.");
        }
    }

    /** Says what is wrong with the words before anybody is called. */
    abstract void checkWords(List<String> rest);

    /** What the server may ask. */
    ClientBuilder asked(ClientBuilder builder, Screen screen) {
        return builder;
    }

    /** Whether a person may be asked while a call waits. */
    boolean isInteractive(Screen screen) {
        return false;
    }

    /** Who is told what the server says on its own. */
    ClientListener listener(Screen screen) {
        return new Session.Notes(screen);
    }

    /** Does it; returns the {@link ExitCode}. */
    abstract int run(Session session, List<String> rest);
}
