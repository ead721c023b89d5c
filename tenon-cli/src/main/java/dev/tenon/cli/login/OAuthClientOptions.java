package dev.tenon.cli.login;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.oauth.client.ClientSigningKey;
import dev.tenon.oauth.client.OAuthClientBuilder;
import dev.tenon.oauth.client.PreregisteredClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * As which client one logs in. Secrets come from files and the environment: what stands on a command line, others can
 * see.
 */
final class OAuthClientOptions {
    private static final int MAX_SECRET_BYTES = 64 << 10;

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description =
                    "Log in as this client, which the authorization server knows. By default tenon registers itself.")
    @Nullable String id;

    @Option(
            names = "--client-secret-env",
            paramLabel = "NAME",
            description = "The client's secret is in this variable of the environment.")
    @Nullable String secretVariable;

    @Option(names = "--client-secret-file", paramLabel = "FILE", description = "The client's secret is in this file.")
    @Nullable Path secretFile;

    @Option(
            names = "--client-key-file",
            paramLabel = "FILE",
            description = "The client signs with the key in this file: PKCS #8 in PEM.")
    @Nullable Path keyFile;

    @Option(
            names = "--client-key-algorithm",
            paramLabel = "NAME",
            description = "What it signs by, such as RS256. By default ES256.")
    String algorithm = "ES256";

    @Option(
            names = "--client-document",
            paramLabel = "URL",
            description =
                    "The client's id is the URL of its metadata document, where the authorization server takes that.")
    java.net.@Nullable URI document;

    /** Tells the login of it. */
    void addTo(OAuthClientBuilder oauth) {
        if (document != null) {
            try {
                oauth.clientMetadataDocument(document);
            } catch (IllegalArgumentException e) {
                throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
            }
        }
        String secret = readSecret();
        if (id == null) {
            if (secret != null || keyFile != null) {
                throw CommandFailedException.usageError(
                        "A secret or a key belongs to a client. Name it with --client-id ID.");
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
            throw CommandFailedException.usageError(
                    "--client-secret-env and --client-secret-file are two ways for one secret.");
        }
        if (secretVariable != null) {
            String secret = System.getenv(secretVariable);
            if (secret == null || secret.isBlank()) {
                throw CommandFailedException.usageError("There is nothing in the variable " + secretVariable + ".");
            }
            return secret.strip();
        }
        return secretFile == null ? null : readFile(secretFile).strip();
    }

    private ClientSigningKey readKey(Path file) {
        try {
            return ClientSigningKey.ofPem(algorithm, readFile(file));
        } catch (IllegalArgumentException e) {
            throw CommandFailedException.usageError(file + ": " + e.getMessage());
        }
    }

    private static String readFile(Path file) {
        try {
            if (Files.size(file) > MAX_SECRET_BYTES) {
                throw CommandFailedException.usageError(file + " is too large for a secret.");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw CommandFailedException.usageError(file + " cannot be read.");
        }
    }
}
