package dev.tenon.cli.client;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** All commands that call a server. */
public final class ClientCommands {
    /** Their names. */
    public static final Set<String> NAMES =
            Set.of("discover", "tools", "call", "resources", "read", "prompts", "prompt", "complete", "listen");

    private ClientCommands() {}

    /**
     * Adds the commands to a command line.
     *
     * @param server the command of the server, which stood behind {@code --}; empty when there was none
     * @param version of this program, which servers are told
     */
    public static void addTo(CommandLine line, List<String> server, String version) {
        List<ClientCommand> commands = List.of(
                new DiscoverCommand(),
                new ToolsCommand(),
                new CallCommand(),
                new ResourcesCommand(),
                new ReadCommand(),
                new PromptsCommand(),
                new PromptCommand(),
                new CompleteCommand(),
                new ListenCommand());
        for (ClientCommand command : commands) {
            command.setInvocation(new ClientCommand.Invocation(server, version));
            line.addSubcommand(command);
        }
        ServerOptions.registerConverters(line);
    }
}
