package dev.tenon.guard.config;

import dev.tenon.guard.command.SandboxSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the guard reaches an upstream server. */
public sealed interface UpstreamTarget {
    /**
     * A program that the guard starts and communicates with over standard input and output.
     *
     * @param command the program and its arguments; not interpreted by a shell
     * @param inheritedVariables the variables that the program inherits from the environment of the guard, in addition
     *     to harmless ones
     * @param variables further variables with their values
     * @param directory the working directory, or {@link #CURRENT_DIRECTORY}
     * @param sandbox what the program may access in a bubblewrap sandbox; empty for no sandbox
     * @param pidNamespace whether a program without a sandbox runs in its own process namespace if bubblewrap is
     *     installed, so that all processes that it starts end with the guard
     * @param stderrBytes how much of its standard error is logged per 10 s, in bytes
     */
    record ProcessTarget(
            List<String> command,
            List<String> inheritedVariables,
            Map<String, String> variables,
            Path directory,
            Optional<SandboxSettings> sandbox,
            boolean pidNamespace,
            int stderrBytes)
            implements UpstreamTarget {
        /** The working directory of the guard. */
        public static final Path CURRENT_DIRECTORY = Path.of("");

        /** The default for {@code stderrBytes}: 256 KiB per 10 s. */
        public static final int STDERR_BYTES = 256 << 10;

        public ProcessTarget {
            command = List.copyOf(command);
            inheritedVariables = List.copyOf(inheritedVariables);
            variables = Map.copyOf(variables);
        }
    }

    /**
     * A server on the network.
     *
     * @param url its endpoint; the scheme ws or wss selects WebSocket
     * @param sse whether it uses the deprecated HTTP+SSE transport
     * @param headers headers for every request, without secrets
     * @param credentials how the guard authenticates
     */
    record NetworkTarget(URI url, boolean sse, Map<String, String> headers, UpstreamCredentials credentials)
            implements UpstreamTarget {
        public NetworkTarget {
            headers = Map.copyOf(headers);
        }
    }
}
