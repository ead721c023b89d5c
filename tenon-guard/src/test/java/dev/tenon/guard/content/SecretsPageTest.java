package dev.tenon.guard.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page about policies names what the policies know. */
class SecretsPageTest {

    private final String page = read();

    @Test
    void every_kind_of_secret_is_named() {
        assertThat(SecretFormats.ALL).allSatisfy(format -> assertThat(page).contains("`" + format.kind() + "`"));
    }

    @Test
    void every_rule_about_instructions_is_named() {
        assertThat(PromptInjectionPhrases.ALL.all())
                .allSatisfy(phrase -> assertThat(page).contains("| `" + phrase.ruleName() + "` |"));
    }

    private static String read() {
        try {
            return Files.readString(Path.of("..", "docs", "guard-policies.md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
