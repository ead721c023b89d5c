package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.ScreenCommand;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.McpClientException;
import dev.tenon.client.Target;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that calls a server: knows which one, connects to it, and tells what went wrong. */
abstract class CallingCommand extends ScreenCommand {
    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(arity = "0..*", hidden = true)
    List<String> words = List.of();

    private Start start = new Start(List.of(), "");

    /**
     * How the command was started.
     *
     * @param command the command of the server, behind {@code --}; empty when there was none
     * @param version of this program
     */
    record Start(List<String> command, String version) {}

    /** Tells how the command was started. */
    void start(Start given) {
        start = given;
    }

    @Override
    public Integer call() {
        List<String> command = start.command();
        if (command.isEmpty() && words.isEmpty()) {
            throw Targets.missing();
        }
        List<String> rest = command.isEmpty() ? words.subList(1, words.size()) : words;
        checkWords(rest);
        Screen screen = screen();
        TraceLines trace = new TraceLines(screen);
        LastWords last = new LastWords(server.trace ? trace::error : line -> {});
        Target target = command.isEmpty() ? Targets.url(words.get(0), server) : Targets.command(command, server, last);
        Duration time = server.time(isInteractive(screen));
        ClientBuilder builder =
                asked(McpClient.named("tenon", start.version()), screen).listener(listener(screen));
        try (Session session = Session.open(target, builder, server, time, trace, screen)) {
            return run(session, rest);
        } catch (McpClientException e) {
            throw Failures.of(e, command.isEmpty() ? words.get(0) : command.get(0), last);
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
