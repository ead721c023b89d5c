package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.HeaderFields;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.http.RequestAuthenticator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditedAuthenticatorTest {
    @TempDir
    Path directory;

    /** Issue 20, item 13. */
    @Test
    void a_long_principal_name_is_truncated() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        RequestAuthenticator authenticator = head -> new RequestAuthenticator.AccessDenial(401, Map.of());
        String name = "n".repeat(100_000);
        try (AuditLog log = AuditLog.open(AuditSettings.of(file))) {
            new AuditedAuthenticator(authenticator, log)
                    .denyAccess(new MinimalRequestHead(), new CallerPrincipal(name), Set.of("mcp"));
        }

        assertThat(Files.readAllLines(file).get(1))
                .hasSizeLessThan(3000)
                .contains("\"event\":\"notLetIn\"", "[cut: 100000 characters, sha256 ");
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
    }

    /** A minimal request. */
    private record MinimalRequestHead() implements HttpRequestHead {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/mcp";
        }

        @Override
        public String query() {
            return null;
        }

        @Override
        public HeaderFields headers() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String remoteAddress() {
            return "127.0.0.1:1";
        }

        @Override
        public String remoteIpAddress() {
            return "127.0.0.1";
        }
    }
}
