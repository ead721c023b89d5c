package dev.tenon.guard.config;

import dev.tenon.guard.command.SandboxPermissions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the guard reaches a server behind it. */
public sealed interface UpstreamTarget {
    /**
     * A program that the guard starts, spoken to over standard input and output.
     *
     * @param command the program and its arguments; no shell looks at them
     * @param inherit the variables of the guard's environment that it gets, beside the harmless ones
     * @param set the variables that it gets with these values
     * @param directory where it runs, or {@link #CURRENT_DIRECTORY}
     * @param sandbox what it may reach, when it runs under bubblewrap
     * @param pidNamespace whether, without a sandbox, it has a process namespace of its own where bubblewrap is
     *     installed, so that every process that it starts ends with the guard
     * @param stderrBytes how much of its standard error is logged in 10 s
     */
    record ProcessTarget(
            List<String> command,
            List<String> inherit,
            Map<String, String> set,
            Path directory,
            Optional<SandboxPermissions> sandbox,
            boolean pidNamespace,
            int stderrBytes)
            implements UpstreamTarget {
        /** Wherever the guard was started. */
        public static final Path CURRENT_DIRECTORY = Path.of("");

        /** How much of a program's standard error is logged in 10 s unless something else is configured. */
        public static final int STDERR_BYTES = 256 << 10;

        public ProcessTarget {
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
    record NetworkTarget(URI url, boolean sse, Map<String, String> headers, UpstreamCredentials credentials)
            implements UpstreamTarget {
        public NetworkTarget {
            headers = Map.copyOf(headers);
        }
    }
}
