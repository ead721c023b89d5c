package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Issue 20, "nothing that adds up": the cached tool definitions are limited, however many pages a server has. */
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

    private long countKnown() {
        return IntStream.range(0, 100).filter(this::isKnown).count();
    }

    @Test
    void definitions_are_cached_up_to_16_mib() {
        for (int i = 0; i < 100; i++) {
            definitions.addPage(page(i));
        }
        assertThat(countKnown()).isEqualTo(15);

        definitions.addPage(page(3));
        assertThat(countKnown()).isEqualTo(15);
    }

    /** Issue 20, "it holds". */
    @Test
    void known_definitions_can_grow_up_to_16_mib() {
        for (int i = 0; i < 100; i++) {
            definitions.addPage(page(i, "small"));
        }
        assertThat(countKnown()).isEqualTo(100);
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
    void a_changed_list_is_loaded_again() {
        for (int i = 0; i < 100; i++) {
            definitions.addPage(page(i));
        }
        definitions.discardDefinitions();
        assertThat(countKnown()).isZero();

        definitions.addPage(page(99));
        assertThat(definitions.find("tool99", false)).isNotNull();
    }
}
