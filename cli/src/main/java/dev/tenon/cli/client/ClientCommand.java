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

/** A command that connects to a server and translates its failures for users. */
abstract class ClientCommand extends TerminalCommand {
    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(arity = "0..*", hidden = true)
    List<String> arguments = List.of();

    private Invocation invocation = new Invocation(List.of(), "");

    /**
     * How the command was invoked.
     *
     * @param command the command of the server after {@code --}, or an empty list
     * @param version the version of this program
     */
    record Invocation(List<String> command, String version) {}

    /** Sets how the command was invoked. */
    void setInvocation(Invocation value) {
        invocation = value;
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
        StderrTail stderrTail = new StderrTail(server.trace ? trace::printStderr : line -> {});
        ServerTarget target = command.isEmpty()
                ? TargetParser.parseUrl(arguments.get(0), server)
                : TargetParser.parseCommand(command, server, stderrTail);
        Duration timeout = server.timeout(tryOpenTerminal(screen));
        ClientBuilder builder = configureHandlers(McpClient.builder("tenon", invocation.version()), screen)
                .listener(createListener(screen));
        try (CommandSession session = CommandSession.open(target, builder, server, timeout, trace, screen)) {
            return run(session, rest);
        } catch (McpClientException e) {
            throw FailureTranslator.translate(e, command.isEmpty() ? arguments.get(0) : command.get(0), stderrTail);
        }
    }

    /** Throws a usage error with this usage text if there are more words. */
    static void requireAtMost(int max, List<String> words, String usage) {
        if (words.size() > max) {
            throw CommandFailedException.usageError("Unexpected argument '" + words.get(max) + "': " + usage
                    + " The command of a server goes last, after --.");
        }
    }

    /** Validates the arguments before the client connects. */
    abstract void checkArguments(List<String> rest);

    /** Configures the handlers for requests from the server. */
    ClientBuilder configureHandlers(ClientBuilder builder, TerminalOutput screen) {
        return builder;
    }

    /** Returns whether the user may be prompted during a call. */
    boolean tryOpenTerminal(TerminalOutput screen) {
        return false;
    }

    /** Creates the listener for notifications from the server. */
    ClientListener createListener(TerminalOutput screen) {
        return new CommandSession.LogPrinter(screen);
    }

    /** Runs the command and returns its {@link ExitCode}. */
    abstract int run(CommandSession session, List<String> rest);
}
