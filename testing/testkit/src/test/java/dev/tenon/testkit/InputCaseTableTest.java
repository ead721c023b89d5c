package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.model.Revision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputCaseTableTest {
    private static final List<String> FILES = List.of(
            "not-json", "no-message", "responses", "notifications", "methods", "params", "ids", "batches", "limits");

    private static String expandTemplate(String template) {
        return new String(MessageTemplate.plain(template).render(Revision.V2026_07_28), UTF_8);
    }

    @Test
    void has_hundreds_of_cases() {
        long cases = FILES.stream()
                .mapToLong(file -> InputCaseReader.read(file).size())
                .sum();

        assertThat(cases).isGreaterThan(400);
    }

    @Test
    void templates_expand_their_placeholders() {
        assertThat(expandTemplate("a«3 * [»b")).isEqualTo("a[[[b");
        assertThat(expandTemplate("[«3 of {\"k#\":0}»]")).isEqualTo("[{\"k0\":0},{\"k1\":0},{\"k2\":0}]");
        assertThat(expandTemplate("«2 colliding #»").split(","))
                .doesNotHaveDuplicates()
                .allMatch(name ->
                        name.hashCode() == expandTemplate("«1 colliding #»").hashCode());
        assertThat(expandTemplate("{«meta»}")).contains("2026-07-28", "clientCapabilities");
        assertThat(expandTemplate("«revision»")).isEqualTo("2026-07-28");
        assertThat(MessageTemplate.plain("x«EF BB»").render(Revision.V2024_11_05))
                .containsExactly('x', (byte) 0xEF, (byte) 0xBB);
        assertThat(new MessageTemplate("ü«FF»", ISO_8859_1).render(Revision.V2024_11_05))
                .containsExactly((byte) 0xFC, (byte) 0xFF);
    }

    @ParameterizedTest
    @ValueSource(strings = {"error 5", "error -32600", "nothing at all", "result", "-32600 id 7"})
    void an_invalid_expected_response_is_rejected(String line) {
        assertThatThrownBy(() -> ExpectedResponseParser.parse("test", List.of(line)))
                .isInstanceOf(RuntimeException.class);
    }
}
