package dev.tenon.battery;

import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.model.Revision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every door there is to a specimen, each to be opened when its turn comes. */
final class Doors implements AutoCloseable {
    private static final List<Revision> ALL = List.of(Revision.values());

    private final Specimen specimen = new Specimen();
    private final List<AutoCloseable> running = new ArrayList<>();
    private final List<Entrance> entrances = new ArrayList<>();

    Doors() throws Exception {
        add("memory", ALL, revision -> new MemoryDoor(specimen.server(), revision));
        Path stderr = Files.createTempFile("battery", ".stderr");
        add("stdio", ALL, revision -> new StdioDoor(ChildSpecimen.start(stderr), revision));
        TenonHttp http = TenonHttp.serving(specimen.server())
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
        running.add(http);
        List<Revision> overHttp = ALL.subList(1, ALL.size());
        add("embedded", ALL, revision -> new HttpDoor("embedded", http.uri(), revision));
        add("websocket", ALL, revision -> new WebSocketDoor(http.webSocketUri().orElseThrow(), revision));
        add(
                "http+sse",
                List.of(Revision.V2024_11_05, Revision.V2025_11_25),
                revision -> new HttpSseDoor(http.httpSseUri().orElseThrow(), revision));
        Container jetty = Container.jetty(specimen.server());
        running.add(jetty);
        add("jetty", overHttp, revision -> new HttpDoor("jetty", jetty.uri(), revision));
        Container tomcat = Container.tomcat(specimen.server());
        running.add(tomcat);
        add("tomcat", overHttp, revision -> new HttpDoor("tomcat", tomcat.uri(), revision));
    }

    private void add(String name, List<Revision> revisions, Entrance.Opener opener) {
        revisions.forEach(revision -> entrances.add(new Entrance(name, revision, opener)));
    }

    /** The doors; the first of each revision sets the standard for the others. */
    Stream<Entrance> entrances() {
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
