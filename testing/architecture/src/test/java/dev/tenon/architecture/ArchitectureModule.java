package dev.tenon.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The modules of the project, those of core by package, and on which others each may depend. */
enum ArchitectureModule {
    INTERNAL("internal"),
    JSON("json", INTERNAL),
    MODEL("model", JSON, INTERNAL),
    JSONRPC("jsonrpc", JSON, INTERNAL),
    SCHEMA("schema", JSON, INTERNAL),
    CODEC("codec", MODEL, JSON, JSONRPC, INTERNAL),
    TRANSPORT("transport", JSONRPC, JSON, INTERNAL),
    URI("uri"),
    HTTP("http", JSONRPC, JSON, INTERNAL, URI),

    SERVER("server", coreModules()),
    CLIENT("client", coreModules()),
    OAUTH("oauth", withMore(coreModules(), SERVER, CLIENT)),
    EMBEDDED("http.embedded", withMore(coreModules(), SERVER)),
    SERVLET("servlet", withMore(coreModules(), SERVER)),
    GUARD("guard", withMore(coreModules(), SERVER, CLIENT, OAUTH)),
    CLI("cli", withMore(coreModules(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD)),
    CONFORMANCE("conformance", withMore(coreModules(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD, CLI)),
    EXAMPLES("examples", withMore(coreModules(), SERVER, CLIENT, OAUTH, EMBEDDED, SERVLET, GUARD)),
    /** Measures other implementations as well: it may use any library. */
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
        // Not an EnumSet: the constants of the enum do not exist yet.
        return new HashSet<>(Set.of(INTERNAL, JSON, MODEL, JSONRPC, SCHEMA, CODEC, TRANSPORT, HTTP, URI));
    }

    private static Set<ArchitectureModule> withMore(Set<ArchitectureModule> modules, ArchitectureModule... more) {
        modules.addAll(Arrays.asList(more));
        return modules;
    }

    /** Finds the module of a package: the innermost, where one package contains the other. */
    static Optional<ArchitectureModule> findByPackage(String packageName) {
        return Arrays.stream(values())
                .filter(module ->
                        packageName.equals(module.packageName) || packageName.startsWith(module.packageName + "."))
                .max(Comparator.comparingInt(module -> module.packageName.length()));
    }

    /** Returns whether this dependency is allowed. Classes outside all modules are for another rule. */
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
