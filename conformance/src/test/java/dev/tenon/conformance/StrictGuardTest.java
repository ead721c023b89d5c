package dev.tenon.conformance;

import dev.tenon.battery.Entrance;
import dev.tenon.battery.HttpDoor;
import dev.tenon.battery.HttpSseDoor;
import dev.tenon.battery.MalformedInput;
import dev.tenon.battery.MemoryDoor;
import dev.tenon.battery.Specimen;
import dev.tenon.battery.Standard;
import dev.tenon.battery.StdioDoor;
import dev.tenon.battery.Subject;
import dev.tenon.battery.WebSocketDoor;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.model.Revision;
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

/** The whole table through a guard with everything on, over every transport and in every revision. */
@ParameterizedClass(name = "{0}")
@MethodSource("entrances")
@Tag("exhaustive")
class StrictGuardTest extends MalformedInput {
    private static final Standard STANDARD = new Standard();
    /** Where a guard with everything on answers something else than the server alone does. */
    private static final Subject GUARDED = Subject.SPECIMEN
            // The guard translates the error of a server of 2026-07-28 into that of the client's revision.
            .inSessions(-32002, "a resource that is not there", "a resource with dots in its uri")
            // Pins hold back a tool that was in no list; before the first list, the server says that there is none.
            // Rules for
            // resources refuse a URI with blanks.
            .inItsOwnWords("a tool that is not there", "a resource with something that is no uri");

    private static final List<AutoCloseable> RUNNING = new ArrayList<>();

    StrictGuardTest(Entrance entrance) {
        super(entrance.door(), STANDARD, GUARDED);
    }

    static Stream<Entrance> entrances() throws IOException {
        Specimen specimen = new Specimen();
        TenonHttp behind = TenonHttp.serving(specimen.server()).port(0).start();
        StrictGuard guard = StrictGuard.before(behind.uri(), Files.createTempDirectory("strict"));
        TenonHttp http = TenonHttp.serving(guard.server())
                .port(0)
                .httpSse("/sse")
                .webSocket("/ws")
                .start();
        RUNNING.addAll(List.of(() -> http.close(Duration.ZERO), guard, () -> behind.close(Duration.ZERO), specimen));
        Path errors = Files.createTempFile("strict", ".stderr");
        List<Revision> all = List.of(Revision.values());
        List<Entrance> entrances = new ArrayList<>();
        all.forEach(at -> entrances.add(new Entrance("memory", at, seen -> new MemoryDoor(guard.server(), seen))));
        all.forEach(at -> entrances.add(new Entrance("stdio", at, seen -> stdio(errors, behind, seen))));
        all.subList(1, all.size()).forEach(at -> {
            entrances.add(new Entrance("embedded", at, seen -> new HttpDoor("embedded", http.uri(), seen)));
            entrances.add(new Entrance(
                    "websocket",
                    at,
                    seen -> new WebSocketDoor(http.webSocketUri().orElseThrow(), seen)));
        });
        for (Revision at : List.of(Revision.V2024_11_05, Revision.V2025_11_25)) {
            entrances.add(new Entrance(
                    "http+sse", at, seen -> new HttpSseDoor(http.httpSseUri().orElseThrow(), seen)));
        }
        return entrances.stream();
    }

    private static StdioDoor stdio(Path errors, TenonHttp behind, Revision revision) {
        try {
            Process guard =
                    GuardProgram.start(errors, List.of("--strict", behind.uri().toString()));
            return new StdioDoor(guard, revision, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The guard answers for the server, and drops nothing that the server could count. */
    @Override
    protected OptionalLong dropped() {
        return OptionalLong.empty();
    }

    @AfterAll
    static void close() throws Exception {
        for (AutoCloseable one : RUNNING) {
            one.close();
        }
        RUNNING.clear();
    }
}
