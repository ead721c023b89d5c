package dev.tenon.guard.config.internal;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.command.SandboxSettings;
import dev.tenon.guard.config.AuditConfig;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.PlaintextSecretDetector;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Glob;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts a parsed file into a configuration: first validates it against the schema, then checks what a schema cannot
 * express.
 */
public final class ConfigReader {
    private static final int MAX_PORT = 65_535;

    private ConfigReader() {}

    public static GuardConfig read(String source, Path directory, YamlNode file) {
        ConfigProblems problems = new ConfigProblems();
        new ConfigSchemaValidator(problems).validate(file);
        problems.throwIfAny(source);
        ConfigSection root = ConfigSection.of(file, problems, directory);
        ListenConfig listen =
                root.section("front").map(ConfigReader::readListen).orElseGet(ListenConfig.StdioListenConfig::new);
        PolicyReader common = PolicyReader.withDefaults(root.sectionOrEmpty("policies"));
        List<UpstreamConfig> upstreams = new ArrayList<>();
        LimitSettings limits = readLimits(root.sectionOrEmpty("limits"));
        ConfigSection servers = root.sectionOrEmpty("upstreams");
        servers.fieldNames()
                .forEach(name -> upstreams.add(readUpstream(name, servers.sectionOrEmpty(name), limits, common)));
        new UpstreamConflictValidator(listen, servers).validate(upstreams);
        GuardConfig config = new GuardConfig(
                listen,
                upstreams,
                limits,
                root.section("audit").map(ConfigReader::readAudit),
                root.section("telemetry").map(ConfigReader::readTelemetry),
                root.resolvePath(root.text("lock").orElse("tenon.lock")));
        problems.throwIfAny(source);
        return config;
    }

    private static ListenConfig readListen(ConfigSection section) {
        Optional<String> address = section.text("http");
        if (address.isEmpty()) {
            if (!section.flag("stdio", true)) {
                String text = "\"front.stdio\" must be true; leave it out and write \"http:\" for HTTP";
                section.problems().add(section.line("stdio"), text);
            }
            section.addMisplacedFields(
                    "front",
                    "HTTP only; this front is stdio",
                    List.of("path", "sse", "webSocket", "origins", "trustedProxies", "authorization"));
            return new ListenConfig.StdioListenConfig();
        }
        return new ListenConfig.HttpListenConfig(
                parseHost(address.get()),
                parsePort(section, "http"),
                section.text("path").orElse("/mcp"),
                section.text("sse"),
                section.text("webSocket"),
                section.texts("origins"),
                section.texts("trustedProxies"),
                section.section("authorization").map(ConfigReader::readAuthorization));
    }

    private static ListenConfig.AuthorizationConfig readAuthorization(ConfigSection section) {
        List<String> issuers = section.texts("issuers");
        if (issuers.isEmpty() && !section.hasField("apiKeys")) {
            String text = "\"front.authorization\" must have \"issuers\", \"apiKeys\" or both";
            section.problems().add(section.line(), text);
        }
        issuers.forEach(issuer -> section.readUrl("issuers", issuer));
        if (section.hasField("resource")) {
            if (section.readUrl("resource").getRawQuery() != null) {
                section.addProblem("resource", "must have no query: clients ask for tokens for exactly this URL");
            }
        } else if (!issuers.isEmpty()) {
            String text =
                    "\"front.authorization\" lacks \"resource\": tokens of issuers are made for the URL of this guard";
            section.problems().add(section.line(), text);
        }
        if (section.texts("scopes").contains("offline_access")) {
            section.addProblem("scopes", "must not have offline_access: it grants no access to this guard");
        }
        Map<String, SecretSource> keys = new LinkedHashMap<>();
        ConfigSection sources = section.sectionOrEmpty("apiKeys");
        sources.fieldNames().forEach(name -> keys.put(name, CredentialsReader.readSecretSource(sources, name)));
        return new ListenConfig.AuthorizationConfig(issuers, section.text("resource"), section.texts("scopes"), keys);
    }

    private static String parseHost(String address) {
        return address.substring(0, address.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
    }

    private static int parsePort(ConfigSection section, String name) {
        String address = section.requiredText(name);
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        if (port > MAX_PORT) {
            section.problems().add(section.line(name), "the port must be at most " + MAX_PORT + ", but is " + port);
        }
        return port;
    }

    private static UpstreamConfig readUpstream(
            String name, ConfigSection section, LimitSettings limits, PolicyReader common) {
        return new UpstreamConfig(
                name,
                section.hasField("url") ? readNetworkTarget(name, section) : readProcessTarget(name, section),
                section.text("prefix").orElse(""),
                section.text("path"),
                section.duration("timeout", limits.callTimeout()),
                common.withOverrides(section.sectionOrEmpty("policies")).readSettings(EnforcementMode.ENFORCE));
    }

    private static UpstreamTarget readProcessTarget(String name, ConfigSection section) {
        section.addMisplacedFields(
                "upstreams." + name, "a server on the network (url) only", List.of("credentials", "sse", "headers"));
        ConfigSection environment = section.sectionOrEmpty("environment");
        return new UpstreamTarget.ProcessTarget(
                section.texts("command"),
                environment.texts("allow"),
                readTextMap(environment, "set"),
                section.text("directory").map(section::resolvePath).orElse(section.directory()),
                section.section("sandbox").map(ConfigReader::readSandbox),
                section.flag("pidNamespace", true),
                section.byteSize("stderr", UpstreamTarget.ProcessTarget.STDERR_BYTES));
    }

    private static Map<String, String> readTextMap(ConfigSection section, String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        ConfigSection named = section.sectionOrEmpty(name);
        named.fieldNames().forEach(key -> texts.put(key, named.requiredText(key)));
        return texts;
    }

    private static SandboxSettings readSandbox(ConfigSection section) {
        return new SandboxSettings(
                resolvePaths(section, "read"), resolvePaths(section, "write"), section.flag("network", false));
    }

    private static List<Path> resolvePaths(ConfigSection section, String name) {
        return section.texts(name).stream().map(section::resolvePath).toList();
    }

    /**
     * Reads a server on the network. Adds problems of its fields, and logs a warning for each header whose value looks
     * like a secret.
     */
    private static UpstreamTarget readNetworkTarget(String name, ConfigSection section) {
        section.addMisplacedFields(
                "upstreams." + name,
                "a program (command) only",
                List.of("environment", "directory", "sandbox", "pidNamespace", "stderr"));
        URI url = section.readUrl("url");
        Map<String, String> headers = readTextMap(section, "headers");
        headers.forEach((header, value) -> {
            if (PlaintextSecretDetector.isLikelySecret(header, value)) {
                String text = "Line {}: upstreams.{}.headers.{} looks like a secret in plain text. Store it in an"
                        + " environment variable or a separate file, and refer to it in credentials.header.value";
                LOG.warn(text, section.line("headers"), name, header);
            }
        });
        UpstreamCredentials credentials = section.section("credentials")
                .map(entry -> CredentialsReader.read(entry, url))
                .orElseGet(UpstreamCredentials.NoCredentials::new);
        return new UpstreamTarget.NetworkTarget(url, section.flag("sse", false), headers, credentials);
    }

    private static TelemetryConfig readTelemetry(ConfigSection section) {
        Optional<TelemetryConfig.ListenAddress> operations = section.text("prometheus")
                .map(text -> new TelemetryConfig.ListenAddress(parseHost(text), parsePort(section, "prometheus")));
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

    private static AuditConfig readAudit(ConfigSection section) {
        Path file = section.resolvePath(section.requiredText("file"));
        AuditSettings defaults = AuditSettings.of(file);
        AuditSettings settings = new AuditSettings(
                file,
                section.longByteSize("rotate", defaults.rotateBytes()),
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
