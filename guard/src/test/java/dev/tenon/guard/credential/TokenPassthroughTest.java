package dev.tenon.guard.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.McpClient;
import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.LogCapture;
import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditObserver;
import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.config.SecretSource;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.model.Revision;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A client's token authenticates at the guard and is never forwarded, with any kind of upstream credentials. */
class TokenPassthroughTest {
    @TempDir
    Path directory;

    enum CredentialsKind {
        NONE,
        BEARER,
        HEADER,
        CLIENT_CREDENTIALS,
        EXCHANGE
    }

    private UpstreamCredentials credentials(CredentialFixture fixture, CredentialsKind kind) throws Exception {
        fixture.environment.put("TOKEN", "configured-token");
        Path file = Files.writeString(directory.resolve("key"), "configured-key\n");
        return switch (kind) {
            case NONE -> {
                fixture.checkedHeader = "User-Agent";
                fixture.principalByCredential = value -> "anybody";
                yield new UpstreamCredentials.NoCredentials();
            }
            case BEARER -> {
                fixture.principalByCredential = value -> value.equals("Bearer configured-token") ? "known" : null;
                yield new UpstreamCredentials.BearerCredentials(new SecretSource.EnvironmentVariable("TOKEN"));
            }
            case HEADER -> {
                fixture.checkedHeader = "X-Api-Key";
                fixture.principalByCredential = value -> value.equals("configured-key") ? "keyed" : null;
                yield new UpstreamCredentials.HeaderCredentials("X-Api-Key", new SecretSource.SecretFile(file));
            }
            case CLIENT_CREDENTIALS -> fixture.clientCredentials();
            case EXCHANGE -> fixture.tokenExchange();
        };
    }

    static Stream<Arguments> combinations() {
        return Stream.of(CredentialsKind.values())
                .flatMap(kind -> Stream.of(CredentialFixture.SESSIONS, CredentialFixture.NO_SESSIONS)
                        .flatMap(downstream -> Stream.of(CredentialFixture.SESSIONS, CredentialFixture.NO_SESSIONS)
                                .map(upstream -> Arguments.of(kind, downstream, upstream))));
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @MethodSource("combinations")
    @Covers({"core/auth-server/no-passthrough", "guard/security/redact-logs"})
    void the_token_of_a_client_is_not_forwarded(CredentialsKind kind, Revision downstream, Revision upstream)
            throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        GuardObserver recorder = call -> {
            seen.add(String.valueOf(call));
            return end -> seen.add(String.valueOf(end));
        };
        Path auditFile = directory.resolve("audit.jsonl");
        try (LogCapture log = new LogCapture();
                AuditLog audit = AuditLog.open(AuditSettings.of(auditFile));
                CredentialFixture fixture = new CredentialFixture()) {
            AuditRedactor whole =
                    new AuditRedactor(AuditRedactor.RetentionMode.WHOLE, List.of(), SecretDetector.COMMON, 1 << 20);
            GuardObserver auditObserver = new AuditObserver(audit, whole, whole);
            fixture.open(credentials(fixture, kind), builder -> builder.observers(auditObserver, recorder), upstream);
            String token = fixture.issuer.token("ann", "tools");
            try (McpClient client = fixture.client(downstream, token)) {
                assertThat(CredentialFixture.callWho(client))
                        .isEqualTo(
                                switch (kind) {
                                    case NONE -> "anybody";
                                    case BEARER -> "known";
                                    case HEADER -> "keyed";
                                    case CLIENT_CREDENTIALS -> "guard";
                                    case EXCHANGE -> "ann tools";
                                });
                client.tools();
                client.callTool("ask", Map.of());
                client.ping();
                // The renewal fails as well, and its error has no token.
                fixture.principalByCredential = value -> null;
                assertThatThrownBy(() -> client.callTool("who", Map.of()))
                        .satisfies(e -> seen.add(String.valueOf(e.getMessage())));
            }
            seen.add(fixture.receivedText());
            seen.add(log.capturedText());
            seen.add(Files.readString(auditFile));
            assertThat(Files.readString(auditFile)).contains("tools/call").contains("ann");
            seen.add(fixture.guard() + " " + fixture.guard().server().status());
            assertThat(fixture.receivedText()).contains("tools/call").contains("HTTP/1.1");
            assertAbsent(token, seen);
            assertThat(fixture.receivedCredentials).isNotEmpty().doesNotContain(Optional.of("Bearer " + token));
        }
    }

    private static void assertAbsent(String token, List<String> seen) {
        String[] parts = token.split("\\.");
        String encoded = Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8));
        for (String secret : List.of(token, parts[1], parts[2], encoded.substring(0, 60), TestIssuer.SECRET)) {
            assertThat(seen).noneMatch(text -> text.contains(secret));
        }
    }
}
