package dev.tenon.architecture;

import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ModuleDependencyTest {

    private static final EnumSet<ArchitectureModule> TO_COME = EnumSet.of(ArchitectureModule.EXAMPLES);
    private static final JavaClasses CLASSES = ProjectModules.classes();

    @Test
    void there_is_something_to_look_at() {
        Set<ArchitectureModule> seen = CLASSES.stream()
                .map(type -> ArchitectureModule.findByPackage(type.getPackageName()))
                .flatMap(room -> room.stream())
                .collect(toSet());

        assertThat(CLASSES).isNotEmpty();
        assertThat(seen)
                .as("all rooms are built, but those that are still to come")
                .containsAll(EnumSet.complementOf(TO_COME));
    }

    @Test
    void every_package_belongs_to_a_room() {
        classes()
                .should(classCondition(
                        "belong to a room",
                        type -> ArchitectureModule.findByPackage(type.getPackageName())
                                .isPresent(),
                        "is in no room that Room names: a new room needs its arrows"))
                .check(CLASSES);
    }

    @Test
    void a_room_imports_only_from_where_its_arrows_point() {
        classes()
                .should(dependOnlyWhere("follow the arrows", ArchitectureModule::isAllowed, "no arrow allows"))
                .check(CLASSES);
    }

    @Test
    void an_internal_package_is_used_by_its_own_module_only() {
        classes()
                .should(dependOnlyWhere(
                        "leave the internals of other modules alone",
                        ModuleDependencyTest::avoidsForeignInternals,
                        "another module's internal package is used:"))
                .check(CLASSES);
    }

    @Test
    void packages_form_no_cycles() {
        slices().assignedFrom(new PackageSliceAssignment())
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    private static boolean avoidsForeignInternals(Dependency dependency) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (!(target.getPackageName() + ".").contains(".internal.")) {
            return true;
        }
        return ProjectModules.moduleOf(dependency.getOriginClass()).equals(ProjectModules.moduleOf(target));
    }

    private static ArchCondition<JavaClass> dependOnlyWhere(
            String description, Predicate<Dependency> allowed, String problem) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency ->
                                dependency.getTargetClass().getPackageName().startsWith("dev.tenon."))
                        .filter(dependency -> !allowed.test(dependency))
                        .forEach(dependency ->
                                events.add(violated(dependency, problem + " " + dependency.getDescription())));
            }
        };
    }

    private static ArchCondition<JavaClass> classCondition(
            String description, Predicate<JavaClass> holds, String problem) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!holds.test(type)) {
                    events.add(violated(type, type.getName() + " " + problem));
                }
            }
        };
    }

    /** One slice for each package; its {@code internal} packages belong to it, as they make what it promises. */
    private static final class PackageSliceAssignment implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            if (!name.startsWith("dev.tenon.")) {
                return SliceIdentifier.ignore();
            }
            int internal = (name + ".").indexOf(".internal.");
            return SliceIdentifier.of(internal < 0 ? name : name.substring(0, internal));
        }

        @Override
        public String getDescription() {
            return "packages with their internals";
        }
    }
}
