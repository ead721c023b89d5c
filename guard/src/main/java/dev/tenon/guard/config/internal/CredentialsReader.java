package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.UpstreamCredentials;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads how the guard authenticates to an upstream server, and where secrets are stored, also those of clients. */
final class CredentialsReader {
    /** Headers that HTTP and MCP set themselves. */
    private static final Set<String> RESERVED_HEADERS =
            Set.of(("accept connection content-length content-type expect host last-event-id mcp-method mcp-name"
                            + " mcp-protocol-version mcp-session-id transfer-encoding upgrade")
                    .split(" "));

    private CredentialsReader() {}

    /** Returns the credentials for the server at this URL. */
    static UpstreamCredentials read(ConfigSection section, URI server) {
        if (section.hasField("bearer")) {
            return new UpstreamCredentials.BearerCredentials(readSecretSource(section, "bearer"));
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
        URI resource = grant.hasField("resource") ? grant.readUrl("resource") : server;
        return new UpstreamCredentials.ClientCredentials(readOAuthClient(grant), resource, grant.texts("scopes"));
    }

    private static UpstreamCredentials readHeader(ConfigSection section) {
        String name = section.requiredText("name");
        String lower = name.toLowerCase(Locale.ROOT);
        if (RESERVED_HEADERS.contains(lower) || lower.startsWith("mcp-param-")) {
            section.addProblem("name", "must be another header: the guard itself sets " + name);
        }
        return new UpstreamCredentials.HeaderCredentials(name, readSecretSource(section, "value"));
    }

    private static UpstreamCredentials.OAuthClientConfig readOAuthClient(ConfigSection section) {
        String tokenUrl = section.readUrl("tokenUrl").toString();
        boolean inBody = section.text("authentication").equals(Optional.of("client_secret_post"));
        SecretSource secret = readSecretSource(section, "secret");
        return new UpstreamCredentials.OAuthClientConfig(tokenUrl, section.requiredText("id"), secret, inBody);
    }

    /** Returns where the secret of a field is stored; a relative path is resolved against the directory of the file. */
    static SecretSource readSecretSource(ConfigSection section, String name) {
        ConfigSection source = section.sectionOrEmpty(name);
        return source.text("env")
                .<SecretSource>map(SecretSource.EnvironmentVariable::new)
                .orElseGet(() -> new SecretSource.SecretFile(source.resolvePath(source.requiredText("file"))));
    }
}
