package dev.tenon.cli.calling;

import java.util.List;
import java.util.Set;

/** All commands that call a server. */
public final class CallingCommands {
    /** Their names. */
    public static final Set<String> NAMES =
            Set.of("discover", "tools", "call", "resources", "read", "prompts", "prompt", "complete", "listen");

    private CallingCommands() {}

    /**
     * The commands, for the reader of the command line.
     *
     * @param server the command of the server, which stood behind {@code --}; empty when there was none
     * @param version of this program, which servers are told
     */
    public static List<Object> of(List<String> server, String version) {
        CallingCommand.Start start = new CallingCommand.Start(server, version);
        return List.of(
                new DiscoverCommand(start),
                new ToolsCommand(start),
                new CallCommand(start),
                new ResourcesCommand(start),
                new ReadCommand(start),
                new PromptsCommand(start),
                new PromptCommand(start),
                new CompleteCommand(start),
                new ListenCommand(start));
    }
}
