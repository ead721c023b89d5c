package dev.tenon.transports;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.testkit.HttpSseTestConnection;
import dev.tenon.testkit.HttpTestConnection;
import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.MemoryTestConnection;
import dev.tenon.testkit.SampleServer;
import dev.tenon.testkit.StdioTestConnection;
import dev.tenon.testkit.WebSocketTestConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Provides connections to a sample server over every transport, each opened on first use. */
final class TestConnections implements AutoCloseable {
    private static final List<Revision> ALL_REVISIONS = List.of(Revision.values());

    private final SampleServer sampleServer = new SampleServer();
    private final List<AutoCloseable> closeables = new ArrayList<>();
    private final List<LazyTestConnection> connections = new ArrayList<>();

    TestConnections() throws Exception {
        add("memory", ALL_REVISIONS, revision -> new MemoryTestConnection(sampleServer.server(), revision));
        Path stderr = Files.createTempFile("sample-server", ".stderr");
        add("stdio", ALL_REVISIONS, revision -> new StdioTestConnection(SampleServerProcess.start(stderr), revision));
        TenonHttpServer http = TenonHttpServer.builder(sampleServer.server())
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
        closeables.add(http);
        List<Revision> httpRevisions = ALL_REVISIONS.subList(1, ALL_REVISIONS.size());
        add("embedded", ALL_REVISIONS, revision -> new HttpTestConnection("embedded", http.uri(), revision));
        add(
                "websocket",
                ALL_REVISIONS,
                revision -> new WebSocketTestConnection(http.webSocketUri().orElseThrow(), revision));
        add(
                "http+sse",
                List.of(Revision.V2024_11_05, Revision.V2025_11_25),
                revision -> new HttpSseTestConnection(http.httpSseUri().orElseThrow(), revision));
        ServletContainer jetty = ServletContainer.startJetty(sampleServer.server());
        closeables.add(jetty);
        add("jetty", httpRevisions, revision -> new HttpTestConnection("jetty", jetty.uri(), revision));
        ServletContainer tomcat = ServletContainer.startTomcat(sampleServer.server());
        closeables.add(tomcat);
        add("tomcat", httpRevisions, revision -> new HttpTestConnection("tomcat", tomcat.uri(), revision));
    }

    private void add(String name, List<Revision> revisions, LazyTestConnection.ConnectionFactory factory) {
        revisions.forEach(revision -> connections.add(new LazyTestConnection(name, revision, factory)));
    }

    /** Returns the connections; the first of each revision is the reference for the others. */
    Stream<LazyTestConnection> connections() {
        return connections.stream();
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closeable : closeables) {
            closeable.close();
        }
        sampleServer.close();
    }
}
