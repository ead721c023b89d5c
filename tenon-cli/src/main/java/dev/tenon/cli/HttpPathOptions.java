package dev.tenon.cli;

import dev.tenon.cli.error.CommandFailedException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The paths at which a command serves over HTTP. */
final class HttpPathOptions {
    @Option(
            names = "--path",
            paramLabel = "PATH",
            converter = UrlPathConverter.class,
            description = "The path of the endpoint. By default /mcp.")
    private @Nullable String path;

    @Option(
            names = "--sse",
            paramLabel = "PATH",
            converter = UrlPathConverter.class,
            description = "Serve the old HTTP+SSE transport of 2024-11-05 as well, at this path.")
    private @Nullable String sse;

    @Option(
            names = "--websocket",
            paramLabel = "PATH",
            converter = UrlPathConverter.class,
            description = "Serve WebSocket as well, at this path.")
    private @Nullable String webSocket;

    /** Has its fields set by the parser of the command line. */
    HttpPathOptions() {}

    /** Whether the command names any. */
    boolean isAnyGiven() {
        return !givenPaths().isEmpty();
    }

    private List<String> givenPaths() {
        return Stream.of(path, sse, webSocket).filter(Objects::nonNull).toList();
    }

    /** Refuses a path that is named twice. */
    void checkDistinct() {
        if (Set.copyOf(givenPaths()).size() < givenPaths().size()) {
            throw CommandFailedException.usageError("--path, --sse and --websocket must each have a path of their own");
        }
    }

    String endpoint() {
        return path == null ? "/mcp" : path;
    }

    Optional<String> sse() {
        return Optional.ofNullable(sse);
    }

    Optional<String> webSocket() {
        return Optional.ofNullable(webSocket);
    }
}
