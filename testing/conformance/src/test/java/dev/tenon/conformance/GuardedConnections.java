package dev.tenon.conformance;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.testkit.HttpTestConnection;
import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.StdioTestConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** Connections to guards whose upstream servers are of other projects; each connection has its own guard. */
final class GuardedConnections implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final List<AutoCloseable> closeables = new ArrayList<>();
    private final List<LazyTestConnection> connections = new ArrayList<>();
    private final Path errors;

    GuardedConnections() throws IOException {
        errors = Files.createTempFile("guarded", ".stderr");
    }

    /**
     * Adds connections to a server that each guard starts itself; the command contains a marker that identifies the
     * process.
     */
    GuardedConnections addStarted(Function<String, List<String>> command, List<Revision> http, List<Revision> stdio) {
        for (Revision revision : http) {
            String marker = nextMarker();
            ServerTarget target = ServerTarget.command(command.apply(marker).toArray(String[]::new));
            connections.add(new LazyTestConnection(
                    marker + " http to stdio", revision, selected -> connectOverHttp(target, selected)));
        }
        for (Revision revision : stdio) {
            String marker = nextMarker();
            connections.add(new LazyTestConnection(
                    marker + " stdio to stdio",
                    revision,
                    selected -> connectOverStdio(command.apply(marker), selected)));
        }
        return this;
    }

    /** Adds connections to a running HTTP server. */
    GuardedConnections addListening(String marker, URI uri, List<Revision> http, List<Revision> stdio) {
        ServerTarget target = ServerTarget.http(uri);
        List<String> address = List.of(uri.toString());
        http.forEach(revision -> connections.add(new LazyTestConnection(
                marker + " http to http", revision, selected -> connectOverHttp(target, selected))));
        stdio.forEach(revision -> connections.add(new LazyTestConnection(
                marker + " stdio to http", revision, selected -> connectOverStdio(address, selected))));
        return this;
    }

    /** Returns a marker for the command line of a server. */
    static String nextMarker() {
        return "connection-" + COUNT.incrementAndGet() + ".";
    }

    private HttpTestConnection connectOverHttp(ServerTarget target, Revision revision) {
        Guard guard = GuardProgram.guard(target);
        TenonHttpServer http = TenonHttpServer.builder(guard.server()).port(0).start();
        closeables.add(http);
        closeables.add(() -> guard.close(Duration.ZERO));
        return new HttpTestConnection("guarded http", http.uri(), revision);
    }

    private StdioTestConnection connectOverStdio(List<String> arguments, Revision revision) {
        try {
            return new StdioTestConnection(GuardProgram.start(errors, arguments), revision, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all connections. */
    Stream<LazyTestConnection> connections() {
        return connections.stream();
    }

    /** Closes this resource, too. */
    void closeWith(AutoCloseable server) {
        closeables.add(server);
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closeable : closeables) {
            closeable.close();
        }
    }
}
