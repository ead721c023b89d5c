package dev.tenon.guard.config.internal;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.config.AuditConfig;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.policy.Glob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Converts a parsed file into a configuration: first validates it against the schema, then checks what a schema cannot
 * express.
 */
public record ConfigReader(String source, Path directory, ConfigProblems problems) {
    private static final int MAX_PORT = 65_535;

    public GuardConfig read(YamlNode file) {
        new ConfigSchemaValidator(problems).validate(file);
        problems.throwIfAny(source);
        ConfigSection root = ConfigSection.of(file);
        ListenConfig listen =
                root.section("front").map(this::readListen).orElseGet(ListenConfig.StdioListenConfig::new);
        PolicyReader common = PolicyReader.withDefaults(problems, root.sectionOrEmpty("policies"));
        List<UpstreamConfig> upstreams = new ArrayList<>();
        LimitSettings limits = readLimits(root.sectionOrEmpty("limits"));
        UpstreamConfigReader reader = new UpstreamConfigReader(problems, directory, limits, common);
        ConfigSection servers = root.sectionOrEmpty("upstreams");
        servers.fieldNames().forEach(name -> upstreams.add(reader.read(name, servers.sectionOrEmpty(name))));
        new UpstreamConflictValidator(problems, listen, root).validate(upstreams);
        GuardConfig config = new GuardConfig(
                listen,
                upstreams,
                limits,
                root.section("audit").map(this::readAudit),
                root.section("telemetry").map(this::readTelemetry),
                ConfigValueParser.resolvePath(directory, root.text("lock").orElse("tenon.lock")));
        problems.throwIfAny(source);
        return config;
    }

    private ListenConfig readListen(ConfigSection section) {
        Optional<String> address = section.text("http");
        if (address.isEmpty()) {
            if (!section.flag("stdio", true)) {
                problems.add(
                        section.line("stdio"),
                        "\"front.stdio\" must be true; leave it out and write \"http:\" for HTTP");
            }
            problems.addMisplacedFields(
                    section,
                    "front",
                    "HTTP only; this front is stdio",
                    List.of("path", "sse", "webSocket", "origins", "trustedProxies", "authorization"));
            return new ListenConfig.StdioListenConfig();
        }
        return new ListenConfig.HttpListenConfig(
                parseHost(address.get()),
                parsePort(address.get(), section.line("http")),
                section.text("path").orElse("/mcp"),
                section.text("sse"),
                section.text("webSocket"),
                section.texts("origins"),
                section.texts("trustedProxies"),
                section.section("authorization").map(new AuthorizationReader(problems, directory)::read));
    }

    private static String parseHost(String address) {
        return address.substring(0, address.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
    }

    private int parsePort(String address, int line) {
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        if (port > MAX_PORT) {
            problems.add(line, "the port must be at most " + MAX_PORT + ", but is " + port);
        }
        return port;
    }

    private TelemetryConfig readTelemetry(ConfigSection section) {
        Optional<TelemetryConfig.ListenAddress> operations = section.text("prometheus")
                .map(text -> new TelemetryConfig.ListenAddress(
                        parseHost(text), parsePort(text, section.line("prometheus"))));
        return new TelemetryConfig(operations, section.text("otlp"), section.text("service"), section.texts("hosts"));
    }

    private static LimitSettings readLimits(ConfigSection section) {
        LimitSettings defaults = LimitSettings.DEFAULT;
        return new LimitSettings(
                section.byteSize("messageSize", defaults.messageBytes()),
                section.intValue("depth", defaults.depth()),
                section.intValue("callsInFlight", defaults.callsInFlight()),
                section.intValue("sessions", defaults.sessions()),
                section.intValue("sessionsPerCaller", defaults.sessionsPerCaller()),
                section.duration("callTime", defaults.callTimeout()),
                section.intValue("parkedCalls", defaults.suspendedCalls()),
                section.duration("parkedTime", defaults.suspendedTimeout()));
    }

    private AuditConfig readAudit(ConfigSection section) {
        Path file = ConfigValueParser.resolvePath(directory, section.requiredText("file"));
        AuditSettings defaults = AuditSettings.of(file);
        AuditSettings settings = new AuditSettings(
                file,
                section.text("rotate").map(ConfigValueParser::parseByteSize).orElse(defaults.rotateBytes()),
                section.intValue("keep", defaults.keepFiles()),
                !"continue".equals(section.text("whenFull").orElse("")),
                section.flag("sync", defaults.sync()));
        return new AuditConfig(settings, readAuditContent(section, "parameters"), readAuditContent(section, "results"));
    }

    private static AuditRedactor readAuditContent(ConfigSection section, String name) {
        AuditRedactor defaults = AuditRedactor.redactSecrets();
        List<Glob> fields = new ArrayList<>(defaults.fields());
        section.texts("fields").forEach(field -> fields.add(new Glob(field)));
        int maxBytes = section.byteSize("contentSize", defaults.maxBytes());
        return new AuditRedactor(
                section.enumValue(name, defaults.retention()), fields, SecretDetector.COMMON, maxBytes);
    }
}
