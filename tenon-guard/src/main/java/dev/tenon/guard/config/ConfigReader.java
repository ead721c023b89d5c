package dev.tenon.guard.config;

import dev.tenon.guard.audit.AuditContent;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.content.Secrets;
import dev.tenon.guard.policy.Glob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From a file that was parsed to a configuration: shape first, then what no shape can say. */
final class ConfigReader {
    private static final int MOST_PORT = 65_535;

    private final String source;
    private final Path directory;
    private final Problems problems = new Problems();

    ConfigReader(String source, Path directory) {
        this.source = source;
        this.directory = directory;
    }

    GuardConfig read(Yaml file) {
        new SchemaCheck(problems).check(file);
        problems.throwIfAny(source);
        Section root = file instanceof Yaml.Entries entries ? new Section(entries) : Section.EMPTY;
        Front front = root.section("front").map(this::front).orElseGet(Front.Stdio::new);
        PolicyReader common = PolicyReader.of(problems, root.sectionOrEmpty("policies"));
        List<Upstream> upstreams = new ArrayList<>();
        LimitSettings limits = limits(root.sectionOrEmpty("limits"));
        UpstreamReader reader = new UpstreamReader(problems, directory, limits, common);
        Section servers = root.sectionOrEmpty("upstreams");
        servers.names().forEach(name -> upstreams.add(reader.read(name, servers.sectionOrEmpty(name))));
        new Neighbours(problems, front, root).check(upstreams);
        GuardConfig config = new GuardConfig(
                front,
                upstreams,
                limits,
                root.section("audit").map(this::audit),
                root.section("telemetry").map(this::telemetry),
                path(root.text("lock").orElse("tenon.lock")));
        problems.throwIfAny(source);
        return config;
    }

    private Path path(String text) {
        return directory.resolve(text).normalize();
    }

    private Front front(Section section) {
        Optional<String> address = section.text("http");
        if (address.isEmpty()) {
            if (!section.flag("stdio", true)) {
                problems.add(
                        section.line("stdio"),
                        "\"front.stdio\" must be true; leave it out and write \"http:\" for HTTP");
            }
            problems.addEach(
                    section,
                    "front",
                    "HTTP only; this front is stdio",
                    List.of("path", "sse", "webSocket", "origins", "trustedProxies", "authorization"));
            return new Front.Stdio();
        }
        return new Front.Http(
                host(address.get()),
                port(address.get(), section.line("http")),
                section.text("path").orElse("/mcp"),
                section.text("sse"),
                section.text("webSocket"),
                section.texts("origins"),
                section.texts("trustedProxies"),
                section.section("authorization").map(new AuthorizationReader(problems, directory)::read));
    }

    private static String host(String address) {
        return address.substring(0, address.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
    }

    private int port(String address, int line) {
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        if (port > MOST_PORT) {
            problems.add(line, "the port must be at most " + MOST_PORT + ", but is " + port);
        }
        return port;
    }

    private TelemetryPlan telemetry(Section section) {
        Optional<TelemetryPlan.Address> operations = section.text("prometheus")
                .map(text -> new TelemetryPlan.Address(host(text), port(text, section.line("prometheus"))));
        return new TelemetryPlan(operations, section.text("otlp"), section.text("service"), section.texts("hosts"));
    }

    private static LimitSettings limits(Section section) {
        LimitSettings usual = LimitSettings.DEFAULT;
        return new LimitSettings(
                section.bytes("messageSize", usual.messageBytes()),
                section.whole("depth", usual.depth()),
                section.whole("callsInFlight", usual.callsInFlight()),
                section.whole("sessions", usual.sessions()),
                section.whole("sessionsPerCaller", usual.sessionsPerCaller()),
                section.duration("callTime", usual.callTime()),
                section.whole("parkedCalls", usual.parkedCalls()),
                section.duration("parkedTime", usual.parkedTime()));
    }

    private AuditPlan audit(Section section) {
        Path file = path(section.must("file"));
        AuditSettings usual = AuditSettings.of(file);
        AuditSettings settings = new AuditSettings(
                file,
                section.text("rotate").map(Texts::bytes).orElse(usual.rotateBytes()),
                section.whole("keep", usual.keepFiles()),
                !"continue".equals(section.text("whenFull").orElse("")),
                section.flag("sync", usual.sync()));
        return new AuditPlan(settings, content(section, "parameters"), content(section, "results"));
    }

    private static AuditContent content(Section section, String name) {
        AuditContent usual = AuditContent.redacted();
        List<Glob> fields = new ArrayList<>(usual.fields());
        section.texts("fields").forEach(field -> fields.add(new Glob(field)));
        return new AuditContent(
                section.choice(name, usual.keep()),
                fields,
                Secrets.COMMON,
                section.bytes("contentSize", usual.mostBytes()));
    }
}
