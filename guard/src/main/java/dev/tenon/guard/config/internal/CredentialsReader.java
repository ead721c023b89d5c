package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.UpstreamCredentials;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Reads how the guard authenticates to an upstream server, and where secrets are stored, also those of clients. */
record CredentialsReader(ConfigProblems problems, Path directory) {
    /** Headers that HTTP and MCP set themselves. */
    private static final Set<String> RESERVED_HEADERS =
            Set.of(("accept connection content-length content-type expect host last-event-id mcp-method mcp-name"
                            + " mcp-protocol-version mcp-session-id transfer-encoding upgrade")
                    .split(" "));

    /** Returns the credentials for the server at this URL. */
    UpstreamCredentials read(ConfigSection section, URI server) {
        if (section.hasField("bearer")) {
            return new UpstreamCredentials.BearerCredentials(readSecretSource(section.sectionOrEmpty("bearer")));
        }
        if (section.hasField("header")) {
            return readHeader(section.sectionOrEmpty("header"));
        }
        if (section.hasField("exchange")) {
            ConfigSection exchange = section.sectionOrEmpty("exchange");
            return new UpstreamCredentials.TokenExchangeCredentials(
                    readOAuthClient(exchange), exchange.requiredText("audience"), exchange.texts("scopes"));
        }
        ConfigSection grant = section.sectionOrEmpty("clientCredentials");
        URI resource = grant.hasField("resource") ? UrlFieldReader.readUrl(problems, grant, "resource") : server;
        return new UpstreamCredentials.ClientCredentials(readOAuthClient(grant), resource, grant.texts("scopes"));
    }

    private UpstreamCredentials readHeader(ConfigSection section) {
        String name = section.requiredText("name");
        String lower = name.toLowerCase(Locale.ROOT);
        if (RESERVED_HEADERS.contains(lower) || lower.startsWith("mcp-param-")) {
            problems.add(section.line("name"), "\"name\" must be another header: the guard itself sets " + name);
        }
        return new UpstreamCredentials.HeaderCredentials(name, readSecretSource(section.sectionOrEmpty("value")));
    }

    private UpstreamCredentials.OAuthClientConfig readOAuthClient(ConfigSection section) {
        URI tokenUrl = UrlFieldReader.readUrl(problems, section, "tokenUrl");
        boolean inBody =
                "client_secret_post".equals(section.text("authentication").orElse(""));
        SecretSource secret = readSecretSource(section.sectionOrEmpty("secret"));
        return new UpstreamCredentials.OAuthClientConfig(
                tokenUrl.toString(), section.requiredText("id"), secret, inBody);
    }

    /** Returns where a secret is stored; a relative path is resolved against the directory of the file. */
    SecretSource readSecretSource(ConfigSection section) {
        return section.text("env")
                .<SecretSource>map(SecretSource.EnvironmentVariable::new)
                .orElseGet(() -> new SecretSource.SecretFile(
                        ConfigValueParser.resolvePath(directory, section.requiredText("file"))));
    }
}
