package dev.tenon.guard.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The policies page of the documentation names all formats and rules. */
class SecretsPageTest {

    private final String page = readPage();

    @Test
    void every_kind_of_secret_is_documented() {
        assertThat(SecretFormats.ALL).allSatisfy(format -> assertThat(page).contains("`" + format.kind() + "`"));
    }

    @Test
    void every_prompt_injection_rule_is_documented() {
        assertThat(PromptInjectionPhrases.ALL.all())
                .allSatisfy(phrase -> assertThat(page).contains("| `" + phrase.ruleName() + "` |"));
    }

    private static String readPage() {
        try {
            return Files.readString(Path.of("..", "docs", "guard-policies.md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
