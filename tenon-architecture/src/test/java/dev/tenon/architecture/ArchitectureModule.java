package dev.tenon.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The rooms of the project and the arrows between them: what each may import of the others. */
enum ArchitectureModule {
    JSON("json"),
    MODEL("model", JSON),
    CONCURRENT("concurrent"),
    JSONRPC("jsonrpc", JSON, CONCURRENT),
    SCHEMA("schema", JSON),
    WIRE("wire", MODEL, JSON, JSONRPC),
    TRANSPORT("transport", JSONRPC, JSON, CONCURRENT),
    URI("uri"),
    HTTP("http", JSONRPC, JSON, CONCURRENT, URI),

    SERVER("server", coreModules()),
    CLIENT("client", coreModules()),
    OAUTH("oauth", withMore(coreModules(), SERVER, CLIENT)),
    EMBEDDED("http.embedded", withMore(coreModules(), SERVER)),
    SERVLET("servlet", withMore(coreModules(), SERVER)),
    GUARD("guard", withMore(coreModules(), SERVER, CLIENT, OAUTH)),
    CLI("cli", withMore(coreModules(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD)),
    CONFORMANCE("conformance", withMore(coreModules(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD, CLI)),
    EXAMPLES("examples", withMore(coreModules(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD)),
    /** Measures also what Tenon is compared with: any library may be met there. */
    BENCH("bench", withMore(coreModules(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD, CLI));

    private static final String BASE = "dev.tenon.";

    private final String packageName;
    private final Set<ArchitectureModule> allowed;

    ArchitectureModule(String name, ArchitectureModule... allowed) {
        this(name, Set.of(allowed));
    }

    ArchitectureModule(String name, Set<ArchitectureModule> allowed) {
        this.packageName = BASE + name;
        this.allowed = allowed;
    }

    private static Set<ArchitectureModule> coreModules() {
        // No EnumSet: the enum is still being made.
        return new HashSet<>(Set.of(CONCURRENT, JSON, MODEL, JSONRPC, SCHEMA, WIRE, TRANSPORT, HTTP, URI));
    }

    private static Set<ArchitectureModule> withMore(Set<ArchitectureModule> rooms, ArchitectureModule... more) {
        rooms.addAll(Arrays.asList(more));
        return rooms;
    }

    /** The room of a package, the innermost where rooms lie in one another. */
    static Optional<ArchitectureModule> findByPackage(String packageName) {
        return Arrays.stream(values())
                .filter(room -> packageName.equals(room.packageName) || packageName.startsWith(room.packageName + "."))
                .max(Comparator.comparingInt(room -> room.packageName.length()));
    }

    /** Whether an arrow allows this; a class outside all rooms is another rule's matter. */
    static boolean isAllowed(Dependency dependency) {
        Optional<ArchitectureModule> from =
                findByPackage(dependency.getOriginClass().getPackageName());
        Optional<ArchitectureModule> to =
                findByPackage(dependency.getTargetClass().getPackageName());
        return from.isEmpty()
                || to.isEmpty()
                || from.get() == to.get()
                || from.get().allowed.contains(to.get());
    }
}
