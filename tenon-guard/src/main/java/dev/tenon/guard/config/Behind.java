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
     * @param pidNamespace whether, without a sandbox, it has a process namespace of its own where bubblewrap is installed, so that
     *     every process that it starts ends with the guard
     * @param stderrBytes how much of its standard error is logged in 10 s
     */
    record Program(
            List<String> command,
            List<String> inherit,
            Map<String, String> set,
            Path directory,
            Optional<Sandbox> sandbox,
            boolean pidNamespace,
            int stderrBytes)
            implements Behind {
        /** Wherever the guard was started. */
        public static final Path HERE = Path.of("");

        /** How much of a program's standard error is logged in 10 s unless something else is configured. */
        public static final int STDERR_BYTES = 256 << 10;

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
