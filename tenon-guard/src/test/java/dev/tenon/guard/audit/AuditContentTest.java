package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.content.Secrets;
import dev.tenon.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditContentTest {

    private static final Json PARAMS = Json.parse(
            "{\"name\":\"login\",\"arguments\":{\"user\":\"ann\",\"userPassword\":{\"x\":\"y\"},\"API_KEY\":7,\"note\":\"k AKIA"
                    + "ABCDEFGHIJKLMNOP\",\"token\":null}}");

    @Test
    void names_that_hold_secrets_and_formats_of_secrets_are_redacted() {
        assertThat(AuditContent.redacted().of(PARAMS))
                .hasToString("{\"name\":\"login\",\"arguments\":{\"user\":\"ann\",\"userPassword\":\"[redacted]\","
                        + "\"API_KEY\":\"[redacted]\",\"note\":\"k [redacted: aws-access-key]\",\"token\":null}}");
    }

    @Test
    void content_may_be_left_out_or_kept_whole() {
        assertThat(AuditContent.nothing().of(PARAMS)).isNull();
        AuditContent whole = new AuditContent(AuditContent.Keep.WHOLE, List.of(), Secrets.COMMON, 1000);
        assertThat(whole.of(PARAMS)).isSameAs(PARAMS);
        assertThat(whole.of(null)).isNull();
    }

    @Test
    void of_large_content_the_size_and_the_hash_are_kept() {
        AuditContent small = new AuditContent(AuditContent.Keep.WHOLE, List.of(), Secrets.COMMON, 10);

        assertThat(small.of(Json.parse("[1, 2, 3, 4]")))
                .hasToString("{\"bytes\":12,\"sha256\":\"" + dev.tenon.guard.file.Sha256.hex("[1,2,3,4]") + "\"}");
    }
}
