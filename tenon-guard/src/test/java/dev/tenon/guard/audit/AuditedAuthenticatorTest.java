package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.Headers;
import dev.tenon.server.Authenticator;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
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
    void the_long_name_of_a_principal_is_cut() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        Authenticator door = head -> new Authenticator.Refused(401, Map.of());
        String name = "n".repeat(100_000);
        try (AuditLog log = AuditLog.open(AuditSettings.of(file))) {
            new AuditedAuthenticator(door, log).forbid(new Head(), new Principal(name), Set.of("mcp"));
        }

        assertThat(Files.readAllLines(file).get(1))
                .hasSizeLessThan(3000)
                .contains("\"event\":\"notLetIn\"", "[cut: 100000 characters, sha256 ");
        assertThat(AuditVerifier.verify(file).problems()).isEmpty();
    }

    /** A request that says nothing of interest. */
    private record Head() implements HttpHead {
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
        public Headers headers() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String remoteAddress() {
            return "127.0.0.1:1";
        }

        @Override
        public String remoteHost() {
            return "127.0.0.1";
        }
    }
}
