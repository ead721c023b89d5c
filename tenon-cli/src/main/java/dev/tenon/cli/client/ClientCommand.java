package dev.tenon.cli.client;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalCommand;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.McpClientException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that calls a server: knows which one, connects to it, and tells what went wrong. */
abstract class ClientCommand extends TerminalCommand {
    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(arity = "0..*", hidden = true)
    List<String> arguments = List.of();

    private Invocation invocation = new Invocation(List.of(), "");

    /**
     * How the command was started.
     *
     * @param command the command of the server, behind {@code --}; empty when there was none
     * @param version of this program
     */
    record Invocation(List<String> command, String version) {}

    /** Tells how the command was started. */
    void setInvocation(Invocation given) {
        invocation = given;
    }

    @Override
    public Integer call() {
        List<String> command = invocation.command();
        if (command.isEmpty() && arguments.isEmpty()) {
            throw TargetParser.missingServer();
        }
        List<String> rest = command.isEmpty() ? arguments.subList(1, arguments.size()) : arguments;
        checkArguments(rest);
        TerminalOutput screen = terminalOutput();
        TracePrinter trace = new TracePrinter(screen);
        StderrTail last = new StderrTail(server.trace ? trace::printStderr : line -> {});
        ServerTarget target = command.isEmpty()
                ? TargetParser.parseUrl(arguments.get(0), server)
                : TargetParser.parseCommand(command, server, last);
        Duration time = server.timeout(isInteractive(screen));
        ClientBuilder builder = configureHandlers(McpClient.builder("tenon", invocation.version()), screen)
                .listener(createListener(screen));
        try (CommandSession session = CommandSession.open(target, builder, server, time, trace, screen)) {
            return run(session, rest);
        } catch (McpClientException e) {
            throw FailureTranslator.translate(e, command.isEmpty() ? arguments.get(0) : command.get(0), last);
        }
    }

    /** At most so many words; the names of the words for the message. */
    static void requireAtMost(int most, List<String> words, String what) {
        if (words.size() > most) {
            throw CommandFailedException.usageError("'" + words.get(most) + "' is too much: " + what
                    + " The command of a server stands behind --, as the last.");
        }
    }

    /** Says what is wrong with the words before anybody is called. */
    abstract void checkArguments(List<String> rest);

    /** What the server may ask. */
    ClientBuilder configureHandlers(ClientBuilder builder, TerminalOutput screen) {
        return builder;
    }

    /** Whether a person may be asked while a call waits. */
    boolean isInteractive(TerminalOutput screen) {
        return false;
    }

    /** Who is told what the server says on its own. */
    ClientListener createListener(TerminalOutput screen) {
        return new CommandSession.LogPrinter(screen);
    }

    /** Does it; returns the {@link ExitCode}. */
    abstract int run(CommandSession session, List<String> rest);
}
