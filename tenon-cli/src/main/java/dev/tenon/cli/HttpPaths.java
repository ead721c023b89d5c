package dev.tenon.cli;

import dev.tenon.cli.exit.FailureException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The paths at which a command serves over HTTP. */
final class HttpPaths {
    @Option(
            names = "--path",
            paramLabel = "PATH",
            converter = UrlPath.class,
            description = "The path of the endpoint. By default /mcp.")
    private @Nullable String path;

    @Option(
            names = "--sse",
            paramLabel = "PATH",
            converter = UrlPath.class,
            description = "Serve the old HTTP+SSE transport of 2024-11-05 as well, at this path.")
    private @Nullable String sse;

    @Option(
            names = "--websocket",
            paramLabel = "PATH",
            converter = UrlPath.class,
            description = "Serve WebSocket as well, at this path.")
    private @Nullable String webSocket;

    /** Has its fields set by the parser of the command line. */
    HttpPaths() {}

    /** Whether the command names any. */
    boolean areGiven() {
        return !given().isEmpty();
    }

    private List<String> given() {
        return Stream.of(path, sse, webSocket).filter(Objects::nonNull).toList();
    }

    /** Refuses a path that is named twice. */
    void checkDistinct() {
        if (Set.copyOf(given()).size() < given().size()) {
            throw FailureException.misused("--path, --sse and --websocket must each have a path of their own");
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
