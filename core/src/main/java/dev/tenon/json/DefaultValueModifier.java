package dev.tenon.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.BeanDeserializerBuilder;
import tools.jackson.databind.deser.NullValueProvider;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.util.AccessPattern;

/**
 * Sets an absent record component to the value of its {@code @JsonProperty(defaultValue = ...)}. Jackson itself only
 * exposes that text.
 */
final class DefaultValueModifier extends ValueDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public BeanDeserializerBuilder updateBuilder(
            DeserializationConfig config, BeanDescription.Supplier description, BeanDeserializerBuilder builder) {
        List<SettableBeanProperty> changed = new ArrayList<>();
        builder.getProperties().forEachRemaining(property -> {
            String text = property.getMetadata().getDefaultValue();
            if (text != null && property.isCreatorProperty()) {
                changed.add(property.withNullProvider(new DefaultValueProvider(property, text)));
            }
        });
        changed.forEach(property -> builder.addOrReplaceProperty(property, true));
        return builder;
    }

    private record DefaultValueProvider(SettableBeanProperty property, String text) implements NullValueProvider {
        @Override
        public AccessPattern getNullAccessPattern() {
            return AccessPattern.DYNAMIC;
        }

        @Override
        public @Nullable Object getNullValue(DeserializationContext context) {
            return property.getNullValueProvider().getNullValue(context);
        }

        @Override
        public @Nullable Object getAbsentValue(DeserializationContext context) {
            return JsonBinder.parseDefault(text, property.getType());
        }
    }
}
