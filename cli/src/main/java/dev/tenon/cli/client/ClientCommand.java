package dev.tenon.cli.client;

import dev.tenon.cli.argument.NameHintFormatter;
import dev.tenon.cli.dialog.TerminalInput;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.AbstractCliCommand;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.client.ClientBuilder;
import dev.tenon.client.ClientListener;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.client.error.McpClientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that connects to a server and translates its failures for users. */
abstract class ClientCommand extends AbstractCliCommand {
    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(arity = "0..*", hidden = true)
    List<String> arguments = List.of();

    private List<String> command = List.of();
    private String version = "";

    /**
     * Sets how the command was invoked.
     *
     * @param serverCommand the command of the server after {@code --}, or an empty list
     * @param programVersion the version of this program
     */
    void setInvocation(List<String> serverCommand, String programVersion) {
        command = serverCommand;
        version = programVersion;
    }

    @Override
    public Integer call() {
        if (command.isEmpty() && arguments.isEmpty()) {
            throw TargetParser.missingServer();
        }
        List<String> rest = command.isEmpty() ? arguments.subList(1, arguments.size()) : arguments;
        checkArguments(rest);
        TerminalOutput screen = terminalOutput();
        TracePrinter trace = new TracePrinter(screen);
        StderrTail stderrTail = new StderrTail(server.trace ? trace::printStderr : line -> {});
        ServerTarget target = command.isEmpty()
                ? TargetParser.parseUrlAndAttachTokens(arguments.get(0), server)
                : TargetParser.parseCommand(command, server, stderrTail);
        Optional<TerminalInput> terminal = openTerminal(screen);
        Duration timeout = server.timeout(terminal.isPresent());
        ClientBuilder builder = McpClient.builder("tenon", version).listener(createListener(screen));
        configureHandlers(builder, screen, terminal);
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

    /**
     * Returns the item with this name, or throws a usage error with a hint.
     *
     * @param kind the noun for the error message
     */
    static <T> T requireItem(String kind, String name, List<T> all, Function<T, String> nameOf) {
        return all.stream()
                .filter(one -> nameOf.apply(one).equals(name))
                .findFirst()
                .orElseThrow(() -> CommandFailedException.usageError("The server has no " + kind + " '" + name + "'. "
                        + NameHintFormatter.format(
                                name, all.stream().map(nameOf).toList())));
    }

    /** Validates the arguments before the client connects. */
    abstract void checkArguments(List<String> rest);

    /** Opens the terminal if the user may be prompted during a call. */
    Optional<TerminalInput> openTerminal(TerminalOutput screen) {
        return Optional.empty();
    }

    /** Configures the handlers for requests from the server. */
    void configureHandlers(ClientBuilder builder, TerminalOutput screen, Optional<TerminalInput> terminal) {}

    /** Creates the listener for notifications from the server. */
    ClientListener createListener(TerminalOutput screen) {
        return new CommandSession.LogPrinter(screen);
    }

    /** Runs the command and returns its {@link ExitCode}. */
    abstract int run(CommandSession session, List<String> rest);
}
