package dev.tenon.testkit;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every door there is to a specimen, each to be opened when its turn comes. */
final class TestConnections implements AutoCloseable {
    private static final List<Revision> ALL = List.of(Revision.values());

    private final SampleServer specimen = new SampleServer();
    private final List<AutoCloseable> running = new ArrayList<>();
    private final List<LazyTestConnection> entrances = new ArrayList<>();

    TestConnections() throws Exception {
        add("memory", ALL, revision -> new MemoryTestConnection(specimen.server(), revision));
        Path stderr = Files.createTempFile("battery", ".stderr");
        add("stdio", ALL, revision -> new StdioTestConnection(SampleServerProcess.start(stderr), revision));
        TenonHttpServer http = TenonHttpServer.builder(specimen.server())
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
        running.add(http);
        List<Revision> overHttp = ALL.subList(1, ALL.size());
        add("embedded", ALL, revision -> new HttpTestConnection("embedded", http.uri(), revision));
        add(
                "websocket",
                ALL,
                revision -> new WebSocketTestConnection(http.webSocketUri().orElseThrow(), revision));
        add(
                "http+sse",
                List.of(Revision.V2024_11_05, Revision.V2025_11_25),
                revision -> new HttpSseTestConnection(http.httpSseUri().orElseThrow(), revision));
        ServletContainer jetty = ServletContainer.jetty(specimen.server());
        running.add(jetty);
        add("jetty", overHttp, revision -> new HttpTestConnection("jetty", jetty.uri(), revision));
        ServletContainer tomcat = ServletContainer.tomcat(specimen.server());
        running.add(tomcat);
        add("tomcat", overHttp, revision -> new HttpTestConnection("tomcat", tomcat.uri(), revision));
    }

    private void add(String name, List<Revision> revisions, LazyTestConnection.ConnectionFactory opener) {
        revisions.forEach(revision -> entrances.add(new LazyTestConnection(name, revision, opener)));
    }

    /** The doors; the first of each revision sets the standard for the others. */
    Stream<LazyTestConnection> entrances() {
        return entrances.stream();
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable one : running) {
            one.close();
        }
        specimen.close();
    }
}
