package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AuditEntryTest {
    private static final String EMOJI = "\uD83D\uDE00";

    private static Json name(String name) {
        return new AuditEntry(Instant.EPOCH, "ann", "files", "tools/call", name)
                .toJournalNote()
                .get("name");
    }

    /** Issue 20: a surrogate pair that was split made an invalid journal record. */
    @Test
    void a_journal_record_is_truncated_between_characters() {
        String x = "x".repeat(199);

        assertThat(name(x + EMOJI)).isEqualTo(Json.of(x + EMOJI));
        assertThat(name(x + EMOJI + "y")).isEqualTo(Json.of(x + EMOJI + "..."));
    }
}
