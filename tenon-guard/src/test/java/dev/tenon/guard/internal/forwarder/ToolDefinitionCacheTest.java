package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Issue 20, "nothing that adds up": what the guard knows of tools is bounded, however many pages a server has. */
class ToolDefinitionCacheTest {
    private static final String LARGE = "x".repeat(1 << 20);

    private final ToolDefinitionCache definitions = new ToolDefinitionCache(
            call -> {
                throw new IllegalStateException("No list is wanted");
            },
            Implementation.of("guard", "1"));

    private static Json page(int tool) {
        return page(tool, LARGE);
    }

    private static Json page(int tool, String description) {
        return Json.parse("{\"tools\":[{\"name\":\"tool" + tool + "\",\"description\":\"" + description + "\"}]}");
    }

    private boolean isKnown(int tool) {
        return definitions.find("tool" + tool, false) != null;
    }

    private long known() {
        return IntStream.range(0, 100).filter(this::isKnown).count();
    }

    @Test
    void as_many_are_known_as_fit_into_16_mib() {
        for (int i = 0; i < 100; i++) {
            definitions.addPage(page(i));
        }
        assertThat(known()).isEqualTo(15);

        definitions.addPage(page(3));
        assertThat(known()).isEqualTo(15);
    }

    /** Issue 20, "it holds". */
    @Test
    void tools_that_are_known_may_grow_as_far_as_they_fit_into_16_mib_too() {
        for (int i = 0; i < 100; i++) {
            definitions.addPage(page(i, "small"));
        }
        assertThat(known()).isEqualTo(100);
        for (int i = 0; i < 100; i++) {
            definitions.addPage(page(i));
        }
        assertThat(IntStream.range(0, 100).filter(this::isKnown))
                .as("a definition that the server has replaced is not kept")
                .containsExactlyElementsOf(IntStream.range(0, 15).boxed().toList());

        definitions.addPage(page(3, "small"));
        definitions.addPage(page(50));
        assertThat(isKnown(50)).as("there is room again").isTrue();
    }

    @Test
    void a_list_that_has_changed_is_learned_anew() {
        for (int i = 0; i < 100; i++) {
            definitions.addPage(page(i));
        }
        definitions.invalidate();
        assertThat(known()).isZero();

        definitions.addPage(page(99));
        assertThat(definitions.find("tool99", false)).isNotNull();
    }
}
