package dev.tenon.guard.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Reads what the guard shows to a server behind it. */
record CredentialsReader(Problems problems, Path directory) {
    /** What HTTP and the protocol need for themselves. */
    private static final Set<String> TAKEN = Set.of(
            "accept",
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "last-event-id",
            "mcp-method",
            "mcp-name",
            "mcp-protocol-version",
            "mcp-session-id",
            "transfer-encoding",
            "upgrade");

    /** The credentials for the server at that URL. */
    Credentials read(Section section, URI server) {
        if (section.has("bearer")) {
            return new Credentials.Bearer(secret(section.sectionOrEmpty("bearer")));
        }
        if (section.has("header")) {
            return header(section.sectionOrEmpty("header"));
        }
        if (section.has("exchange")) {
            Section exchange = section.sectionOrEmpty("exchange");
            return new Credentials.Exchange(client(exchange), exchange.must("audience"), exchange.texts("scopes"));
        }
        Section own = section.sectionOrEmpty("clientCredentials");
        URI resource = own.has("resource") ? Places.url(problems, own, "resource") : server;
        return new Credentials.ClientCredentials(client(own), resource, own.texts("scopes"));
    }

    private Credentials header(Section section) {
        String name = section.must("name");
        String lower = name.toLowerCase(Locale.ROOT);
        if (TAKEN.contains(lower) || lower.startsWith("mcp-param-")) {
            problems.add(
                    section.line("name"), "\"name\" must be another header: " + name + " is set by the guard itself");
        }
        return new Credentials.Header(name, secret(section.sectionOrEmpty("value")));
    }

    private Credentials.OAuthClient client(Section section) {
        URI tokenUrl = Places.url(problems, section, "tokenUrl");
        boolean inBody = section.text("authentication")
                .filter("client_secret_post"::equals)
                .isPresent();
        return new Credentials.OAuthClient(
                tokenUrl.toString(), section.must("id"), secret(section.sectionOrEmpty("secret")), inBody);
    }

    /** Where a secret is; a relative path counts from where the file is. */
    SecretSource secret(Section section) {
        return section.text("env")
                .<SecretSource>map(SecretSource.Variable::new)
                .orElseGet(() -> new SecretSource.InFile(
                        directory.resolve(section.must("file")).normalize()));
    }
}
