package dev.tenon.guard.config;

import dev.tenon.guard.command.Sandbox;
import dev.tenon.guard.policy.Mode;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the entry of one server. */
record UpstreamReader(Problems problems, Path directory, LimitSettings limits, PolicyReader common) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    Upstream read(String name, Section section) {
        return new Upstream(
                name,
                section.has("url") ? remote(name, section) : program(name, section),
                section.text("prefix").orElse(""),
                section.text("path"),
                section.duration("timeout", limits.callTime()),
                common.with(section.sectionOrEmpty("policies")).settings(Mode.ENFORCE));
    }

    private Behind program(String name, Section section) {
        problems.addEach(
                section,
                "upstreams." + name,
                "a server on the network (url) only",
                List.of("credentials", "sse", "headers"));
        Section environment = section.sectionOrEmpty("environment");
        return new Behind.Program(
                section.texts("command"),
                environment.texts("allow"),
                texts(environment, "set"),
                section.text("directory").map(this::path).orElse(directory),
                section.section("sandbox").map(this::sandbox),
                section.flag("pidNamespace", true),
                section.bytes("stderr", Behind.Program.STDERR_BYTES));
    }

    private static Map<String, String> texts(Section section, String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        Section named = section.sectionOrEmpty(name);
        named.names().forEach(key -> texts.put(key, named.must(key)));
        return texts;
    }

    private Sandbox sandbox(Section section) {
        return new Sandbox(paths(section, "read"), paths(section, "write"), section.flag("network", false));
    }

    private List<Path> paths(Section section, String name) {
        return section.texts(name).stream().map(this::path).toList();
    }

    private Path path(String text) {
        return directory.resolve(text).normalize();
    }

    private Behind remote(String name, Section section) {
        problems.addEach(
                section,
                "upstreams." + name,
                "a program (command) only",
                List.of("environment", "directory", "sandbox", "pidNamespace", "stderr"));
        URI url = Places.url(problems, section, "url");
        Map<String, String> headers = texts(section, "headers");
        headers.forEach((header, value) -> {
            if (PlainSecrets.isLikely(header, value)) {
                LOG.warn(
                        "Line {}: upstreams.{}.headers.{} looks like a secret in plain text. Keep it in a variable or a file of its"
                                + " own, and name it in credentials.header.value",
                        section.line("headers"),
                        name,
                        header);
            }
        });
        return new Behind.Remote(
                url,
                section.flag("sse", false),
                headers,
                section.section("credentials")
                        .map(credentials -> new CredentialsReader(problems, directory).read(credentials, url))
                        .orElseGet(Credentials.None::new));
    }
}
