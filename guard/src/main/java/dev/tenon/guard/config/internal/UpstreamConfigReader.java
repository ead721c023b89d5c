package dev.tenon.guard.config.internal;

import dev.tenon.guard.command.SandboxSettings;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.PlaintextSecretDetector;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.guard.policy.EnforcementMode;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the entry of one upstream server. */
record UpstreamConfigReader(ConfigProblems problems, Path directory, LimitSettings limits, PolicyReader common) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    UpstreamConfig read(String name, ConfigSection section) {
        return new UpstreamConfig(
                name,
                section.hasField("url") ? readNetworkTarget(name, section) : readProcessTarget(name, section),
                section.text("prefix").orElse(""),
                section.text("path"),
                section.duration("timeout", limits.callTimeout()),
                common.withOverrides(section.sectionOrEmpty("policies")).readSettings(EnforcementMode.ENFORCE));
    }

    private UpstreamTarget readProcessTarget(String name, ConfigSection section) {
        problems.addMisplacedFields(
                section,
                "upstreams." + name,
                "a server on the network (url) only",
                List.of("credentials", "sse", "headers"));
        ConfigSection environment = section.sectionOrEmpty("environment");
        return new UpstreamTarget.ProcessTarget(
                section.texts("command"),
                environment.texts("allow"),
                readTextMap(environment, "set"),
                section.text("directory").map(this::resolvePath).orElse(directory),
                section.section("sandbox").map(this::readSandbox),
                section.flag("pidNamespace", true),
                section.byteSize("stderr", UpstreamTarget.ProcessTarget.STDERR_BYTES));
    }

    private static Map<String, String> readTextMap(ConfigSection section, String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        ConfigSection named = section.sectionOrEmpty(name);
        named.fieldNames().forEach(key -> texts.put(key, named.requiredText(key)));
        return texts;
    }

    private SandboxSettings readSandbox(ConfigSection section) {
        return new SandboxSettings(
                resolvePaths(section, "read"), resolvePaths(section, "write"), section.flag("network", false));
    }

    private List<Path> resolvePaths(ConfigSection section, String name) {
        return section.texts(name).stream().map(this::resolvePath).toList();
    }

    private Path resolvePath(String text) {
        return ConfigValueParser.resolvePath(directory, text);
    }

    /**
     * Reads a server on the network. Adds problems of its fields, and logs a warning for each header whose value looks
     * like a secret.
     */
    private UpstreamTarget readNetworkTarget(String name, ConfigSection section) {
        problems.addMisplacedFields(
                section,
                "upstreams." + name,
                "a program (command) only",
                List.of("environment", "directory", "sandbox", "pidNamespace", "stderr"));
        URI url = UrlFieldReader.readUrl(problems, section, "url");
        Map<String, String> headers = readTextMap(section, "headers");
        headers.forEach((header, value) -> {
            if (PlaintextSecretDetector.isLikelySecret(header, value)) {
                LOG.warn(
                        "Line {}: upstreams.{}.headers.{} looks like a secret in plain text. Store it in an environment"
                                + " variable or a separate file, and refer to it in credentials.header.value",
                        section.line("headers"),
                        name,
                        header);
            }
        });
        return new UpstreamTarget.NetworkTarget(
                url,
                section.flag("sse", false),
                headers,
                section.section("credentials")
                        .map(credentials -> new CredentialsReader(problems, directory).read(credentials, url))
                        .orElseGet(UpstreamCredentials.NoCredentials::new));
    }
}
