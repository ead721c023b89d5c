package dev.tenon.conformance;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.testkit.HttpSseTestConnection;
import dev.tenon.testkit.HttpTestConnection;
import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.MalformedInputContract;
import dev.tenon.testkit.MemoryTestConnection;
import dev.tenon.testkit.ReferenceResults;
import dev.tenon.testkit.SampleServer;
import dev.tenon.testkit.ServerProfile;
import dev.tenon.testkit.StdioTestConnection;
import dev.tenon.testkit.WebSocketTestConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** All cases of malformed input through a guard with everything enabled, over every transport and in every revision. */
@ParameterizedClass(name = "{0}")
@MethodSource("connections")
@Tag("exhaustive")
class StrictGuardTest extends MalformedInputContract {
    private static final ReferenceResults STANDARD = new ReferenceResults();
    /** Where a guard with everything enabled responds differently than the server itself. */
    private static final ServerProfile GUARDED = ServerProfile.SAMPLE_SERVER
            // The guard translates errors of a 2026-07-28 server to the revision of the client.
            .withSessionErrorCode(-32002, "a resource that is not there", "a resource with dots in its uri")
            // Pins reject an unlisted tool; before the first list, the server itself rejects it.
            // Rules for resources reject a URI with blanks.
            .withOwnMessages("a tool that is not there", "a resource with something that is no uri");

    private static final List<AutoCloseable> CLOSEABLES = new ArrayList<>();

    StrictGuardTest(LazyTestConnection connection) {
        super(connection.connection(), STANDARD, GUARDED);
    }

    static Stream<LazyTestConnection> connections() throws IOException {
        SampleServer sampleServer = new SampleServer();
        TenonHttpServer upstream =
                TenonHttpServer.builder(sampleServer.server()).port(0).start();
        StrictGuard guard = StrictGuard.create(upstream.uri(), Files.createTempDirectory("strict"));
        TenonHttpServer http = TenonHttpServer.builder(guard.server())
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
        CLOSEABLES.addAll(
                List.of(() -> http.close(Duration.ZERO), guard, () -> upstream.close(Duration.ZERO), sampleServer));
        Path errors = Files.createTempFile("strict", ".stderr");
        List<Revision> revisions = List.of(Revision.values());
        List<LazyTestConnection> connections = new ArrayList<>();
        revisions.forEach(revision -> connections.add(new LazyTestConnection(
                "memory", revision, selected -> new MemoryTestConnection(guard.server(), selected))));
        revisions.forEach(revision -> connections.add(
                new LazyTestConnection("stdio", revision, selected -> stdio(errors, upstream, selected))));
        revisions.subList(1, revisions.size()).forEach(revision -> {
            connections.add(new LazyTestConnection(
                    "embedded", revision, selected -> new HttpTestConnection("embedded", http.uri(), selected)));
            connections.add(new LazyTestConnection(
                    "websocket",
                    revision,
                    selected -> new WebSocketTestConnection(http.webSocketUri().orElseThrow(), selected)));
        });
        for (Revision revision : List.of(Revision.V2024_11_05, Revision.V2025_11_25)) {
            connections.add(new LazyTestConnection(
                    "http+sse",
                    revision,
                    selected -> new HttpSseTestConnection(http.httpSseUri().orElseThrow(), selected)));
        }
        return connections.stream();
    }

    private static StdioTestConnection stdio(Path errors, TenonHttpServer upstream, Revision revision) {
        try {
            Process guard = GuardProgram.start(
                    errors, List.of("--strict", upstream.uri().toString()));
            return new StdioTestConnection(guard, revision, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The guard responds on behalf of the server and drops nothing that the server could count. */
    @Override
    protected OptionalLong droppedResponses() {
        return OptionalLong.empty();
    }

    @AfterAll
    static void close() throws Exception {
        for (AutoCloseable resource : CLOSEABLES) {
            resource.close();
        }
        CLOSEABLES.clear();
    }
}
