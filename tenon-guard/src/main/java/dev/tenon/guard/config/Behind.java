package dev.tenon.guard.config;

import dev.tenon.guard.command.Sandbox;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the guard reaches a server behind it. */
public sealed interface Behind {
    /**
     * A program that the guard starts, spoken to over standard input and output.
     *
     * @param command the program and its arguments; no shell looks at them
     * @param inherit the variables of the guard's environment that it gets, beside the harmless ones
     * @param set the variables that it gets with these values
     * @param directory where it runs, or {@link #HERE}
     * @param sandbox what it may reach, when it runs under bubblewrap
     */
    record Program(
            List<String> command,
            List<String> inherit,
            Map<String, String> set,
            Path directory,
            Optional<Sandbox> sandbox)
            implements Behind {
        /** Wherever the guard was started. */
        public static final Path HERE = Path.of("");

        public Program {
            command = List.copyOf(command);
            inherit = List.copyOf(inherit);
            set = Map.copyOf(set);
        }
    }

    /**
     * A server on the network.
     *
     * @param url its endpoint; of WebSocket when it is ws or wss
     * @param sse whether it speaks the old HTTP+SSE transport
     * @param headers what goes with every request; nothing secret
     * @param credentials what the guard shows to it
     */
    record Remote(URI url, boolean sse, Map<String, String> headers, Credentials credentials) implements Behind {
        public Remote {
            headers = Map.copyOf(headers);
        }
    }
}
