package dev.tenon.cli.login;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.oauth.client.ClientSigningKey;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.client.PreregisteredClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for the OAuth client of a login. Secrets come from files or environment variables, because other users can
 * see command lines.
 */
final class OAuthClientOptions {
    private static final int MAX_SECRET_BYTES = 64 << 10;

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description = "Log in as this registered client (default: tenon registers itself).")
    @Nullable String id;

    @Option(
            names = "--client-secret-env",
            paramLabel = "NAME",
            description = "Read the client secret from this environment variable.")
    @Nullable String secretVariable;

    @Option(names = "--client-secret-file", paramLabel = "FILE", description = "Read the client secret from this file.")
    @Nullable Path secretFile;

    @Option(
            names = "--client-key-file",
            paramLabel = "FILE",
            description = "Read the signing key of the client from this file (PKCS #8 in PEM).")
    @Nullable Path keyFile;

    @Option(
            names = "--client-key-algorithm",
            paramLabel = "NAME",
            description = "Sign with this algorithm, such as RS256 (default: ES256).")
    String algorithm = "ES256";

    @Option(
            names = "--client-document",
            paramLabel = "URL",
            description = {
                "Use the URL of this client metadata document as the client ID,",
                "if the authorization server supports that."
            })
    @Nullable URI document;

    /** Applies the options to the builder. */
    void addTo(OAuthClientBuilder oauth) {
        if (document != null) {
            try {
                oauth.clientMetadataDocument(document);
            } catch (IllegalArgumentException e) {
                throw usageError(String.valueOf(e.getMessage()));
            }
        }
        String secret = readSecret();
        if (id == null) {
            if (secret != null || keyFile != null) {
                throw usageError("A client secret or key requires --client-id ID.");
            }
            return;
        }
        PreregisteredClient client = PreregisteredClient.of(id);
        if (secret != null) {
            client = client.withSecret(secret);
        }
        if (keyFile != null) {
            client = client.withKey(readKey(keyFile));
        }
        oauth.client(client);
    }

    private @Nullable String readSecret() {
        if (secretVariable != null && secretFile != null) {
            throw usageError("Use either --client-secret-env or --client-secret-file.");
        }
        if (secretVariable != null) {
            String secret = System.getenv(secretVariable);
            if (secret == null || secret.isBlank()) {
                throw usageError("The environment variable " + secretVariable + " is missing or empty.");
            }
            return secret.strip();
        }
        return secretFile == null ? null : readFileWithinLimit(secretFile).strip();
    }

    private ClientSigningKey readKey(Path file) {
        try {
            return ClientSigningKey.ofPem(algorithm, readFileWithinLimit(file));
        } catch (IllegalArgumentException e) {
            throw usageError(file + ": " + e.getMessage());
        }
    }

    private static String readFileWithinLimit(Path file) {
        try {
            if (Files.size(file) > MAX_SECRET_BYTES) {
                throw usageError(file + " is too large for a secret.");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw usageError("Could not read " + file + ".");
        }
    }
}
