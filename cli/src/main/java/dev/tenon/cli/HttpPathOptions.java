package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.config.ListenConfig.HttpListenConfig;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the HTTP paths of a command. */
final class HttpPathOptions {
    @Option(
            names = "--path",
            paramLabel = "PATH",
            converter = UrlPathConverter.class,
            description = "Serve Streamable HTTP at this path (default: /mcp).")
    private @Nullable String path;

    @Option(
            names = "--sse",
            paramLabel = "PATH",
            converter = UrlPathConverter.class,
            description = "Also serve the legacy HTTP+SSE transport (2024-11-05) at this path.")
    private @Nullable String sse;

    @Option(
            names = "--websocket",
            paramLabel = "PATH",
            converter = UrlPathConverter.class,
            description = "Also serve WebSocket at this path.")
    private @Nullable String webSocket;

    /** Returns whether any of the paths is given. */
    boolean isAnyGiven() {
        return !givenPaths().isEmpty();
    }

    private List<String> givenPaths() {
        return Stream.of(path, sse, webSocket).filter(Objects::nonNull).toList();
    }

    /** Returns the configuration of a listener with these paths; throws a usage error if two of them are equal. */
    HttpListenConfig toListenConfig(BindAddress address) {
        if (Set.copyOf(givenPaths()).size() < givenPaths().size()) {
            throw CommandFailedException.usageError("--path, --sse and --websocket must be different paths");
        }
        String main = path == null ? "/mcp" : path;
        Optional<String> ssePath = Optional.ofNullable(sse);
        Optional<String> webSocketPath = Optional.ofNullable(webSocket);
        return new HttpListenConfig(
                address.host(), address.port(), main, ssePath, webSocketPath, List.of(), List.of(), Optional.empty());
    }

    /** Parses the path of an endpoint. */
    static final class UrlPathConverter implements ITypeConverter<String> {
        /** Characters that RFC 3986 allows in a path without escaping. */
        private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9._~!$&'()*+,;=:@/-]*");

        @Override
        public String convert(String value) {
            if (!PATH.matcher(value).matches()) {
                throw new TypeConversionException(
                        "'" + value + "' is not a path. Write one that starts with / and has neither"
                                + " spaces nor a query, such as /mcp.");
            }
            return value;
        }
    }
}
