package dev.tenon.schema.internal.validate;

import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.Dialects;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A schema in the hands of the validator. Nothing else knows which validator that is, and loading this class loads it.
 */
public final class NetworkntValidator {
    private static final com.networknt.schema.dialect.Dialect DRAFT_2020_12 = customize(Dialects.getDraft202012());
    private static final com.networknt.schema.dialect.Dialect DRAFT_07 = customize(Dialects.getDraft7());

    private final SchemaDocument tree;
    private final com.networknt.schema.Schema schema;

    public NetworkntValidator(SchemaDocument tree) {
        this.tree = tree;
        try {
            schema = createRegistry(tree).getSchema(ValidatorTreeFactory.toTree(tree));
        } catch (com.networknt.schema.SchemaException | StackOverflowError e) {
            throw new SchemaException("#", "the validator does not accept it", e);
        }
    }

    /** Unknown keywords are annotations; the library's own way notes each for ever and logs it. */
    private static com.networknt.schema.dialect.Dialect customize(com.networknt.schema.dialect.Dialect dialect) {
        return com.networknt.schema.dialect.Dialect.builder(dialect)
                .unknownKeywordFactory((name, context) -> null)
                .formats(NetworkntValidator::replaceFormats)
                .keywords(EqualityKeyword.ALL)
                .build();
    }

    /** The library's own formats use regular expressions without bounds, or a library that is not here. */
    private static void replaceFormats(Map<String, com.networknt.schema.format.Format> formats) {
        formats.clear();
        FormatRegistry.rules().values().forEach(f -> formats.put(f.name(), new FormatAdapter(f)));
    }

    /** Each schema has a registry of its own: two schemas may use the same identifiers for different things. */
    private static SchemaRegistry createRegistry(SchemaDocument tree) {
        var dialect = tree.dialect == SchemaDialect.DRAFT_07 ? DRAFT_07 : DRAFT_2020_12;
        var config = com.networknt.schema.SchemaRegistryConfig.builder()
                // Following references while compiling would cost a stack as deep as the longest way through them.
                .preloadSchema(false)
                // Identifiers were looked at before; a relative one without a base is just a name here.
                .schemaIdValidator((id, root, at, resolved, context) -> true)
                .regularExpressionFactory(regex -> toRegularExpression(tree.patterns, regex))
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
     * What is wrong with the value, as far as the limits allow to find out.
     *
     * @throws ValidationLimitError when they do not
     */
    public List<ValidationFailure> validate(Json value, SchemaLimits limits, boolean formats) {
        ValidationBudget budget = new ValidationBudget(limits);
        BoundedValidationContext context = new BoundedValidationContext(limits, budget, formats);
        JsonNode node = ValidatorTreeFactory.toTree(value);
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
        Json around = findEnclosingSchema(error.getSchemaLocation());
        Json written = around == null ? null : around.get(error.getKeyword());
        Json known = error.getSchemaNode() == null
                ? Json.NULL
                : Json.parse(error.getSchemaNode().toString());
        return new ValidationFailure(
                toList(error.getInstanceLocation()),
                error.getKeyword(),
                written == null ? known : written,
                around,
                toList(error.getEvaluationPath()),
                error.getProperty(),
                "oneOf.indexes".equals(error.getMessageKey()));
    }

    private @Nullable Json findEnclosingSchema(@Nullable SchemaLocation location) {
        if (location == null || location.getFragment() == null) {
            return null;
        }
        String uri = location.getAbsoluteIri() == null
                ? ""
                : location.getAbsoluteIri().toString();
        SchemaResource resource = tree.resources.get(uri);
        String pointer = resource == null ? "" : resource.pointer;
        List<Object> path = toList(location.getFragment());
        for (Object token : path.subList(0, Math.max(0, path.size() - 1))) {
            pointer = JsonPointers.append(pointer, token.toString());
        }
        SubSchema around = resource == null ? null : tree.findSubSchema(pointer);
        return around == null ? null : around.json;
    }

    private static List<Object> toList(@Nullable NodePath path) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; path != null && i < path.getNameCount(); i++) {
            elements.add(path.getElement(i));
        }
        return elements;
    }

    /** One of our formats, as the validator wants it. */
    private record FormatAdapter(FormatRegistry.FormatRule rule) implements com.networknt.schema.format.Format {
        @Override
        public String getName() {
            return rule.name();
        }

        @Override
        public boolean matches(
                com.networknt.schema.ExecutionContext context,
                com.networknt.schema.SchemaContext schema,
                JsonNode value) {
            boolean applies = rule.isNumeric() ? value.isNumber() : value.isString();
            return !applies || rule.validator().test(value.asString());
        }
    }
}
