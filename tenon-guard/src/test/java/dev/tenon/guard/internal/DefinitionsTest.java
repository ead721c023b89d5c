package dev.tenon.guard.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Issue 20, "nothing that adds up": what the guard knows of tools is bounded, however many pages a server has. */
class DefinitionsTest {
    private static final String LARGE = "x".repeat(1 << 20);

    private final Definitions definitions = new Definitions(
            call -> {
                throw new IllegalStateException("No list is wanted");
            },
            Implementation.of("guard", "1"));

    private static Json page(int tool) {
        return Json.parse("{\"tools\":[{\"name\":\"tool" + tool + "\",\"description\":\"" + LARGE + "\"}]}");
    }

    private long known() {
        return IntStream.range(0, 100)
                .filter(i -> definitions.of("tool" + i, false) != null)
                .count();
    }

    @Test
    void as_many_are_known_as_fit_into_16_mib() {
        for (int i = 0; i < 100; i++) {
            definitions.learn(page(i));
        }
        assertThat(known()).isEqualTo(16);

        definitions.learn(page(3));
        assertThat(known()).isEqualTo(16);
    }

    @Test
    void a_list_that_has_changed_is_learned_anew() {
        for (int i = 0; i < 100; i++) {
            definitions.learn(page(i));
        }
        definitions.changed();
        assertThat(known()).isZero();

        definitions.learn(page(99));
        assertThat(definitions.of("tool99", false)).isNotNull();
    }
}
