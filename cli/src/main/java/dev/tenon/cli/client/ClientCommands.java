package dev.tenon.cli.client;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** Registers the commands that call a server. */
public final class ClientCommands {
    /** The names of the commands. */
    public static final Set<String> NAMES =
            Set.of("discover", "tools", "call", "resources", "read", "prompts", "prompt", "complete", "listen");

    private ClientCommands() {}

    /**
     * Adds the commands to a command line.
     *
     * @param server the command of the server after {@code --}, or an empty list
     * @param version the version of this program, which the client sends to servers
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
            command.setInvocation(server, version);
            line.addSubcommand(command);
        }
        ServerOptions.registerConverters(line);
    }
}
