package dev.tenon.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The rooms of the project and the arrows between them: what each may import of the others. */
enum Room {
    JSON("json"),
    MODEL("model", JSON),
    CONCURRENT("concurrent"),
    JSONRPC("jsonrpc", JSON, CONCURRENT),
    SCHEMA("schema", JSON),
    WIRE("wire", MODEL, JSON, JSONRPC),
    TRANSPORT("transport", JSONRPC, JSON, CONCURRENT),
    URI("uri"),
    HTTP("http", JSONRPC, JSON, CONCURRENT, URI),

    SERVER("server", core()),
    CLIENT("client", core()),
    OAUTH("oauth", and(core(), SERVER, CLIENT)),
    EMBEDDED("http.embedded", and(core(), SERVER)),
    SERVLET("servlet", and(core(), SERVER)),
    GUARD("guard", and(core(), SERVER, CLIENT, OAUTH)),
    CLI("cli", and(core(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD)),
    CONFORMANCE("conformance", and(core(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD, CLI)),
    EXAMPLES("examples", and(core(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD)),
    /** Measures also what Tenon is compared with: any library may be met there. */
    BENCH("bench", and(core(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD, CLI));

    private static final String BASE = "dev.tenon.";

    private final String packageName;
    private final Set<Room> allowed;

    Room(String name, Room... allowed) {
        this(name, Set.of(allowed));
    }

    Room(String name, Set<Room> allowed) {
        this.packageName = BASE + name;
        this.allowed = allowed;
    }

    private static Set<Room> core() {
        // No EnumSet: the enum is still being made.
        return new HashSet<>(Set.of(CONCURRENT, JSON, MODEL, JSONRPC, SCHEMA, WIRE, TRANSPORT, HTTP, URI));
    }

    private static Set<Room> and(Set<Room> rooms, Room... more) {
        rooms.addAll(Arrays.asList(more));
        return rooms;
    }

    /** The room of a package, the innermost where rooms lie in one another. */
    static Optional<Room> of(String packageName) {
        return Arrays.stream(values())
                .filter(room -> packageName.equals(room.packageName) || packageName.startsWith(room.packageName + "."))
                .max(Comparator.comparingInt(room -> room.packageName.length()));
    }

    /** Whether an arrow allows this; a class outside all rooms is another rule's matter. */
    static boolean mayFollow(Dependency dependency) {
        Optional<Room> from = of(dependency.getOriginClass().getPackageName());
        Optional<Room> to = of(dependency.getTargetClass().getPackageName());
        return from.isEmpty()
                || to.isEmpty()
                || from.get() == to.get()
                || from.get().allowed.contains(to.get());
    }
}
