package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.JsonLimits;
import dev.tenon.transport.ChannelLimits;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClientLimitsBuilderTest {
    private static final JsonLimits JSON = ClientLimits.DEFAULT.json();

    private static final Map<Class<?>, Object> OTHERS = Map.of(
            int.class,
            7,
            Duration.class,
            Duration.ofSeconds(7),
            JsonLimits.class,
            new JsonLimits(JSON.bytes(), 7, 7, 7, 7, 7),
            ChannelLimits.class,
            new ChannelLimits(JSON.bytes(), 7, 7, Duration.ofSeconds(7)));

    @Test
    void each_component_is_set_by_the_method_of_its_name_and_changes_no_other() throws Exception {
        for (RecordComponent changed : ClientLimits.class.getRecordComponents()) {
            ClientLimits.Builder builder = ClientLimits.DEFAULT.toBuilder();
            ClientLimits.Builder.class
                    .getMethod(changed.getName(), changed.getType())
                    .invoke(builder, OTHERS.get(changed.getType()));

            ClientLimits limits = builder.build();

            for (RecordComponent each : ClientLimits.class.getRecordComponents()) {
                Object value = each.getName().equals(changed.getName())
                        ? OTHERS.get(each.getType())
                        : each.getAccessor().invoke(ClientLimits.DEFAULT);
                assertThat(each.getAccessor().invoke(limits)).as(each.getName()).isEqualTo(value);
            }
        }
    }
}
