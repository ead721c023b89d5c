package dev.tenon.schema.internal.validate;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.regex.RegularExpression;
import dev.tenon.json.Json;
import dev.tenon.schema.SchemaException;
import dev.tenon.schema.SchemaLimits;
import dev.tenon.schema.internal.document.JsonPointers;
import dev.tenon.schema.internal.document.SchemaDialect;
import dev.tenon.schema.internal.document.SchemaDocument;
import dev.tenon.schema.internal.document.SchemaResource;
import dev.tenon.schema.internal.document.SubSchema;
import dev.tenon.schema.internal.regex.EcmaRegex;
import dev.tenon.schema.internal.regex.ValidationBudget;
import dev.tenon.schema.internal.regex.ValidationLimitError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Validates values with the networknt library. No other class depends on the choice of library except those in this
 * package; loading this class loads the library.
 */
public final class NetworkntValidator {
    private static final Dialect DRAFT_2020_12 = customize(Dialects.getDraft202012());
    private static final Dialect DRAFT_07 = customize(Dialects.getDraft7());

    private final SchemaDocument document;
    private final com.networknt.schema.Schema schema;

    public NetworkntValidator(SchemaDocument document) {
        this.document = document;
        try {
            schema = createRegistry(document).getSchema(JacksonTreeFactory.toTree(document));
        } catch (com.networknt.schema.SchemaException | StackOverflowError e) {
            throw new SchemaException("#", "the validator library rejects it", e);
        }
    }

    /**
     * Returns the dialect with the formats of {@link FormatRegistry} and other implementations of {@code enum} and
     * {@code uniqueItems}, see {@link EqualityKeyword}. It ignores unknown keywords: the library's default would log
     * each and cache it forever.
     */
    private static Dialect customize(Dialect dialect) {
        return Dialect.builder(dialect)
                .unknownKeywordFactory((name, context) -> null)
                .formats(NetworkntValidator::replaceFormats)
                .keywords(EqualityKeyword.ALL)
                .build();
    }

    /**
     * Replaces the library's formats: they use regular expressions without limits, or a library that is absent here.
     */
    private static void replaceFormats(Map<String, Format> formats) {
        formats.clear();
        FormatRegistry.ALL.values().forEach(f -> formats.put(f.name(), new FormatAdapter(f)));
    }

    /** Creates a registry per schema, since two schemas may use the same identifiers for different subschemas. */
    private static SchemaRegistry createRegistry(SchemaDocument document) {
        var dialect = document.dialect == SchemaDialect.DRAFT_07 ? DRAFT_07 : DRAFT_2020_12;
        var config = SchemaRegistryConfig.builder()
                // Preloading would need a stack as deep as the longest chain of references.
                .preloadSchema(false)
                // Identifiers were validated before; here a relative one without a base is just a name.
                .schemaIdValidator((id, root, at, resolved, context) -> true)
                .regularExpressionFactory(regex -> toRegularExpression(document.patterns, regex))
                .build();
        return SchemaRegistry.withDialect(
                dialect, r -> r.schemaRegistryConfig(config).schemaLoader(l -> l.block(uri -> true)));
    }

    private static RegularExpression toRegularExpression(Map<String, EcmaRegex> patterns, String regex) {
        EcmaRegex known = patterns.get(regex);
        EcmaRegex pattern = known == null ? EcmaRegex.compile(regex) : known;
        return text -> {
            ValidationBudget budget = ValidationBudget.current();
            return pattern.find(text, budget == null ? new ValidationBudget(SchemaLimits.DEFAULT) : budget);
        };
    }

    /**
     * Returns the failures of a value.
     *
     * @throws ValidationLimitError when validation exceeds a limit
     */
    public List<ValidationFailure> validate(Json value, SchemaLimits limits, boolean formats) {
        ValidationBudget budget = new ValidationBudget(limits);
        BoundedValidationContext context = new BoundedValidationContext(limits, budget, formats);
        JsonNode node = JacksonTreeFactory.toTree(value);
        try {
            budget.run(() -> schema.validate(context, node, OutputFormat.DEFAULT));
        } catch (ValidationLimitExceededException e) {
            throw new ValidationLimitError("the check takes too many steps");
        } catch (StackOverflowError e) {
            throw new ValidationLimitError("the value nests too deeply for this schema");
        }
        return context.getErrors().stream().map(this::toFailure).toList();
    }

    private ValidationFailure toFailure(Error error) {
        Json enclosing = findEnclosingSchema(error.getSchemaLocation());
        Json keywordValue = enclosing == null ? null : enclosing.get(error.getKeyword());
        Json reportedValue = error.getSchemaNode() == null
                ? Json.NULL
                : Json.parse(error.getSchemaNode().toString());
        return new ValidationFailure(
                toList(error.getInstanceLocation()),
                error.getKeyword(),
                keywordValue == null ? reportedValue : keywordValue,
                enclosing,
                toList(error.getEvaluationPath()),
                error.getProperty(),
                "oneOf.indexes".equals(error.getMessageKey()));
    }

    private @Nullable Json findEnclosingSchema(@Nullable SchemaLocation location) {
        if (location == null || location.getFragment() == null) {
            return null;
        }
        String uri = Objects.toString(location.getAbsoluteIri(), "");
        SchemaResource resource = document.resources.get(uri);
        String pointer = resource == null ? "" : resource.pointer;
        List<Object> path = toList(location.getFragment());
        for (Object token : path.subList(0, Math.max(0, path.size() - 1))) {
            pointer = JsonPointers.append(pointer, token.toString());
        }
        SubSchema enclosing = resource == null ? null : document.findSubSchema(pointer);
        return enclosing == null ? null : enclosing.json;
    }

    private static List<Object> toList(@Nullable NodePath path) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; path != null && i < path.getNameCount(); i++) {
            elements.add(path.getElement(i));
        }
        return elements;
    }

    /** Adapts a format to the library. */
    private record FormatAdapter(FormatRegistry.FormatRule rule) implements Format {
        @Override
        public String getName() {
            return rule.name();
        }

        @Override
        public boolean matches(ExecutionContext context, SchemaContext schema, JsonNode value) {
            boolean applies = rule.isNumeric() ? value.isNumber() : value.isString();
            return !applies || rule.validator().test(value.asString());
        }
    }
}
